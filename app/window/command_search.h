// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/command_list.h"
#include "model/scenario/scenario.h"

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace kneepoint {

/// A field over the window that finds any action, chart, parameter or shipped scenario by typing; Enter runs it, Escape
/// cancels.
class CommandSearch : public QDialog {
    Q_OBJECT
public:
    CommandSearch(QList<QAction*> actions, const Scenario& scenario, QWidget* parent);

    [[nodiscard]] const QList<Command>& found() const { return m_found; }

signals:
    /// Emitted after the field has closed.
    void chosen(const kneepoint::Command& command);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search(const QString& text);
    void run();

    QList<QAction*> m_actions;
    Scenario m_scenario;
    QList<Command> m_found;
    QLineEdit* m_field;
    QListWidget* m_list;
};

} // namespace kneepoint
