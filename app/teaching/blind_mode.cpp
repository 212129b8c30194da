// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/blind_mode.h"

#include <QAction>

namespace kneepoint {

void BlindMode::set(bool blind)
{
    if (std::exchange(m_blind, blind) == blind)
        return;
    for (QAction* action : m_actions) {
        if (blind)
            m_enabled[action] = action->isEnabled();
        action->setEnabled(!blind && m_enabled.value(action, true));
    }
    if (!blind)
        m_enabled.clear();
}

} // namespace kneepoint
