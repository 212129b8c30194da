// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/side_panels.h"

#include <QAction>

#include <algorithm>

namespace kneepoint {

SidePanels::SidePanels(QAction& controls, QAction& diagnosis, QObject* parent)
    : QObject(parent)
    , m_controls(controls)
    , m_diagnosis(diagnosis)
    , m_chosen{controls.isChecked(), diagnosis.isChecked()}
{
    connect(&controls, &QAction::toggled, this, [this](bool on) { toggled(m_chosen.controls, on, m_diagnosis); });
    connect(&diagnosis, &QAction::toggled, this, [this](bool on) { toggled(m_chosen.diagnosis, on, m_controls); });
}

void SidePanels::toggled(bool& choice, bool on, QAction& other)
{
    if (m_applying)
        return;
    const bool limited = std::ranges::any_of(m_limits, [](const auto& limit) { return limit.has_value(); });
    if (!limited)
        choice = on;
    if (on && m_small) {
        m_applying = true;
        other.setChecked(false);
        m_applying = false;
    }
}

void SidePanels::choose(Sides sides)
{
    m_chosen = sides;
    apply();
}

void SidePanels::setSmall(bool is_small)
{
    if (is_small == m_small)
        return;
    m_small = is_small;
    apply();
}

void SidePanels::limit(Owner owner, Sides sides)
{
    m_limits[static_cast<std::size_t>(owner)] = sides;
    apply();
}

void SidePanels::release(Owner owner)
{
    m_limits[static_cast<std::size_t>(owner)].reset();
    apply();
}

void SidePanels::apply()
{
    Sides sides = m_chosen;
    for (const std::optional<Sides>& limit : m_limits)
        sides = limit.value_or(sides);
    if (m_small && sides.controls)
        sides.diagnosis = false;
    m_applying = true;
    m_controls.setChecked(sides.controls);
    m_diagnosis.setChecked(sides.diagnosis);
    m_applying = false;
}

} // namespace kneepoint
