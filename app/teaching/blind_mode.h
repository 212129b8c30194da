// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>

class QAction;
class QWidget;

namespace kneepoint {

/// While a prediction is pending, hides the widgets and disables the actions that could reveal the answer.
class BlindMode {
public:
    BlindMode(QList<QAction*> actions, QList<QWidget*> widgets);

    void set(bool blind);
    [[nodiscard]] bool isOn() const { return m_blind; }

private:
    QList<QAction*> m_actions;
    QList<QWidget*> m_widgets;
    QHash<QAction*, bool> m_enabled; ///< previous state
    bool m_blind = false;
};

} // namespace kneepoint
