// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/boxed_scenario.h"

#include "model/scenario/scenario.h"

namespace kneepoint {

BoxedScenario::BoxedScenario()
    : m_scenario(std::make_unique<Scenario>())
{
}

BoxedScenario::BoxedScenario(const Scenario& scenario)
    : m_scenario(std::make_unique<Scenario>(scenario))
{
}

BoxedScenario::BoxedScenario(const BoxedScenario& other)
    : BoxedScenario(*other)
{
}

BoxedScenario& BoxedScenario::operator=(const BoxedScenario& other)
{
    return *this = BoxedScenario(other);
}

BoxedScenario::BoxedScenario(BoxedScenario&& other) noexcept = default;
BoxedScenario& BoxedScenario::operator=(BoxedScenario&& other) noexcept = default;
BoxedScenario::~BoxedScenario() = default;

bool operator==(const BoxedScenario& a, const Scenario& b)
{
    return *a == b;
}

} // namespace kneepoint
