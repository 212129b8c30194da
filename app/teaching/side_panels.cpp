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
    connect(&controls, &QAction::toggled, this, &SidePanels::remember);
    connect(&diagnosis, &QAction::toggled, this, &SidePanels::remember);
}

void SidePanels::remember()
{
    const bool limited = std::ranges::any_of(m_limits, [](const auto& limit) { return limit.has_value(); });
    if (!m_applying && !limited)
        m_chosen = {m_controls.isChecked(), m_diagnosis.isChecked()};
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
    m_applying = true;
    m_controls.setChecked(sides.controls);
    m_diagnosis.setChecked(sides.diagnosis);
    m_applying = false;
}

} // namespace kneepoint
