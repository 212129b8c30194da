// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/blind_mode.h"

#include "app/window/window_actions.h"

#include <QAction>
#include <QWidget>

#include <utility>

namespace kneepoint {
namespace {

/// Actions that stay enabled while answers are hidden.
QList<QAction*> harmless(const WindowActions& a)
{
    return {a.open, a.quit, a.theme_system, a.theme_light, a.theme_dark, a.next_theme, a.present, a.full_screen, a.back,
        a.whats_this, a.shortcuts, a.about, a.start_page};
}

} // namespace

BlindMode::BlindMode(const WindowActions& actions, QList<QWidget*> revealing)
    : m_actions(actions)
    , m_revealing(std::move(revealing))
{
}

void BlindMode::set(bool blind)
{
    if (std::exchange(m_blind, blind) == blind)
        return;
    for (QWidget* widget : m_revealing)
        widget->setVisible(!blind);
    const QList<QAction*> kept = harmless(m_actions);
    for (QAction* action : m_actions.all()) {
        if (kept.contains(action))
            continue;
        if (blind)
            m_enabled[action] = action->isEnabled();
        action->setEnabled(!blind && m_enabled.value(action, true));
    }
    if (!blind)
        m_enabled.clear();
}

} // namespace kneepoint
