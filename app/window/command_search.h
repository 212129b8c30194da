// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/command_list.h"
#include "widgets/shared_analysis.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;

namespace kneepoint {

/// A field over the window that finds any action, chart, parameter or shipped scenario by typing, and answers
/// questions; below the list is what the current entry would do. Enter runs it, Escape cancels.
class CommandSearch : public QDialog {
    Q_OBJECT
public:
    CommandSearch(QList<QAction*> actions, SharedAnalysis now, QWidget* parent);

    [[nodiscard]] const QList<Command>& found() const { return m_found; }
    /// What the current entry would do.
    [[nodiscard]] QString preview() const;

signals:
    /// Emitted after the field has closed.
    void chosen(const kneepoint::Command& command);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search(const QString& text);
    void run();
    void showPreview();

    QList<QAction*> m_actions;
    SharedAnalysis m_now;
    QList<Command> m_found;
    QLineEdit* m_field;
    QListWidget* m_list;
    QLabel* m_preview;
};

} // namespace kneepoint
