// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_dialogs.h"

#include "app/window/window_actions.h"
#include "model/presets/data_file.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QLineEdit>
#include <QMessageBox>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace kneepoint {
namespace {

using Shortcut = std::pair<QString, QString>; ///< key, what it does

QList<Shortcut> allShortcuts(const WindowActions& actions)
{
    QList<Shortcut> all;
    for (const QAction* action : actions.all())
        all.emplace_back(action->shortcut().toString(QKeySequence::NativeText), action->statusTip());
    all.emplace_back(
        translated("Up, Down, Page Up, Page Down"), translated("Step a number or a slider along its scale"));
    all.emplace_back(translated("Home, End"), translated("Move a slider to the end of its scale"));
    all.emplace_back(translated("1 … 9, Enter"), translated("Question of a lesson: choose an answer, lock it"));
    all.emplace_back(translated("Ctrl+H"), translated("Question of a lesson: show the hint"));
    all.emplace_back(translated("Alt+Left, Alt+Right"), translated("Lesson: previous and next step"));
    all.emplace_back(translated("1 … 9"), translated("Presentation: show this chart"));
    all.emplace_back(translated("Period, Comma"), translated("Presentation: next and previous chart"));
    all.emplace_back(translated("B"), translated("Presentation: two charts side by side"));
    all.emplace_back(translated("S"), translated("Presentation: spotlight"));
    all.emplace_back(translated("N"), translated("Presentation: speaker notes"));
    return all;
}

/// Those whose key or description contains the text.
QList<Shortcut> matching(const QList<Shortcut>& all, const QString& text)
{
    QList<Shortcut> found;
    for (const Shortcut& shortcut : all)
        if (shortcut.first.contains(text, Qt::CaseInsensitive) || shortcut.second.contains(text, Qt::CaseInsensitive))
            found << shortcut;
    return found;
}

/// In two columns, so that most of it is in sight at once.
QString shortcutsHtml(const QList<Shortcut>& all)
{
    const auto cells = [](const Shortcut& shortcut) {
        return QStringLiteral("<td style=\"white-space: nowrap\"><b>%1</b>&nbsp;&nbsp;</td><td>%2&nbsp;&nbsp;"
                              "&nbsp;</td>")
            .arg(shortcut.first.toHtmlEscaped(), shortcut.second.toHtmlEscaped());
    };
    QString rows;
    const qsizetype half = (all.size() + 1) / 2;
    for (qsizetype i = 0; i < half; ++i)
        rows += QStringLiteral("<tr>%1%2</tr>")
                    .arg(cells(all[i]), i + half < all.size() ? cells(all[i + half]) : QString());
    return QStringLiteral("<table cellpadding=\"2\">%1</table>").arg(rows);
}

} // namespace

QWidget* makeShortcutsPage(const WindowActions& actions)
{
    auto* page = new QWidget;
    page->setWindowTitle(translated("Keyboard shortcuts"));
    auto* search = new QLineEdit;
    search->setPlaceholderText(translated("Find a key or what it does"));
    search->setAccessibleName(search->placeholderText());
    search->setClearButtonEnabled(true);
    auto* text = new QTextBrowser;
    text->setAccessibleName(page->windowTitle());
    text->setFrameShape(QFrame::NoFrame);
    const QList<Shortcut> all = allShortcuts(actions);
    text->setHtml(shortcutsHtml(all));
    QObject::connect(search, &QLineEdit::textChanged, text,
        [text, all](const QString& words) { text->setHtml(shortcutsHtml(matching(all, words.trimmed()))); });
    auto* column = new QVBoxLayout(page);
    column->addWidget(search);
    column->addWidget(text, 1);
    page->setFocusProxy(search);
    return page;
}

void showAbout(QWidget& parent)
{
    const QString text = translated("<h3>Kneepoint %1</h3><p>An explorer for the scaling of distributed deep-learning "
                                    "training.</p>"
                                    "<p>Free software under the GNU General Public License, version 3 or later.</p>");
    auto* box = new QMessageBox(QMessageBox::NoIcon, translated("About Kneepoint"),
        text.arg(QCoreApplication::applicationVersion()), QMessageBox::Close, &parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->setModal(false);
    box->show();
}

void openDocumentation(MessageBar& messages)
{
    const Result<std::filesystem::path> page = dataFile("help/index.html");
    if (!page) {
        messages.say(toQString(page.error().message));
        return;
    }
    const QString path = toQString(page->string());
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
        messages.say(translated("No browser could be started for %1").arg(path));
}

} // namespace kneepoint
