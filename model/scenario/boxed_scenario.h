// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <memory>

namespace kneepoint {

/// A scenario inside a larger value whose header does not depend on its fields: a new parameter then recompiles only
/// code that uses the fields, not code that passes the value on. Copies are deep; a moved-from object can only be
/// assigned to or destroyed.
class BoxedScenario {
public:
    BoxedScenario();
    BoxedScenario(const Scenario& scenario); // NOLINT(google-explicit-constructor): used like the scenario
    BoxedScenario(const BoxedScenario& other);
    BoxedScenario(BoxedScenario&& other) noexcept;
    BoxedScenario& operator=(const BoxedScenario& other);
    BoxedScenario& operator=(BoxedScenario&& other) noexcept;
    ~BoxedScenario();

    operator const Scenario&() const { return *m_scenario; } // NOLINT(google-explicit-constructor)
    operator Scenario&() { return *m_scenario; }             // NOLINT(google-explicit-constructor)
    const Scenario& operator*() const { return *m_scenario; }
    Scenario& operator*() { return *m_scenario; }
    const Scenario* operator->() const { return m_scenario.get(); }
    Scenario* operator->() { return m_scenario.get(); }
    friend bool operator==(const BoxedScenario& a, const BoxedScenario& b) { return a == *b; }
    friend bool operator==(const BoxedScenario& a, const Scenario& b);

private:
    std::unique_ptr<Scenario> m_scenario;
};

} // namespace kneepoint
