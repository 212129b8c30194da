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
#include <QDialogButtonBox>
#include <QMessageBox>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace kneepoint {
namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("HelpDialogs", text);
}

using Shortcut = std::pair<QString, QString>; ///< key, what it does

QList<Shortcut> allShortcuts(const WindowActions& actions)
{
    QList<Shortcut> all;
    for (const QAction* action : actions.all())
        all.emplace_back(action->shortcut().toString(QKeySequence::NativeText), action->statusTip());
    all.emplace_back(
        translated("Up, Down, Page Up, Page Down"), translated("Step a number or a slider along its scale"));
    all.emplace_back(translated("Home, End"), translated("Move a slider to the end of its scale"));
    return all;
}

/// In two columns, so that it fits the height of a screen.
QString shortcutsHtml(const QList<Shortcut>& all)
{
    const auto cells = [](const Shortcut& shortcut) {
        return QStringLiteral("<td style=\"white-space: nowrap\"><b>%1</b>&nbsp;&nbsp;</td><td style=\"white-space: "
                              "nowrap\">%2&nbsp;&nbsp;&nbsp;</td>")
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

void showShortcuts(QWidget& parent, const WindowActions& actions)
{
    auto* dialog = new QDialog(&parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(translated("Keyboard shortcuts"));
    auto* text = new QTextBrowser;
    text->setHtml(shortcutsHtml(allShortcuts(actions)));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(text, 1);
    column->addWidget(buttons);
    const QSize frame(48, 80); // margins, scroll bar, buttons
    QTextDocument& document = *text->document();
    document.adjustSize();
    document.setTextWidth(document.idealWidth());
    dialog->resize((document.size().toSize() + frame).boundedTo(parent.size()));
    dialog->show();
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
