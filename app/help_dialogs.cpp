// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help_dialogs.h"

#include "app/window_actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QMessageBox>

namespace kneepoint {
namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("HelpDialogs", text);
}

void showText(QWidget& parent, const QString& title, const QString& html)
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, title, html, QMessageBox::Close, &parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->setModal(false);
    box->show();
}

} // namespace

void showShortcuts(QWidget& parent, const WindowActions& actions)
{
    QString rows;
    const auto addRow = [&rows](const QString& key, const QString& what) {
        rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>").arg(key, what.toHtmlEscaped());
    };
    for (const QAction* action : actions.all())
        addRow(action->shortcut().toString(QKeySequence::NativeText), action->statusTip());
    addRow(translated("Up, Down, Page Up, Page Down"), translated("Step a number or a slider along its scale"));
    addRow(translated("Home, End"), translated("Move a slider to the end of its scale"));
    showText(parent, translated("Keyboard shortcuts"), QStringLiteral("<table>%1</table>").arg(rows));
}

void showAbout(QWidget& parent)
{
    showText(parent, translated("About Kneepoint"),
        translated("<h3>Kneepoint %1</h3><p>An explorer for the scaling of distributed deep-learning training.</p>"
                   "<p>Free software under the GNU General Public License, version 3 or later.</p>")
            .arg(QCoreApplication::applicationVersion()));
}

} // namespace kneepoint
