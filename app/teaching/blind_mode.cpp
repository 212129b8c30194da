// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/blind_mode.h"

#include <QAction>
#include <QWidget>

#include <utility>

namespace kneepoint {
BlindMode::BlindMode(QList<QAction*> actions, QList<QWidget*> widgets)
    : m_actions(std::move(actions))
    , m_widgets(std::move(widgets))
{
}

void BlindMode::set(bool blind)
{
    if (std::exchange(m_blind, blind) == blind)
        return;
    for (QWidget* widget : m_widgets)
        widget->setVisible(!blind);
    for (QAction* action : m_actions) {
        if (blind)
            m_enabled[action] = action->isEnabled();
        action->setEnabled(!blind && m_enabled.value(action, true));
    }
    if (!blind)
        m_enabled.clear();
}

} // namespace kneepoint
