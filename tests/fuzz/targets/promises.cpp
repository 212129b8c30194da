// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets/promises.h"

#include "model/catalogue/edit.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace kneepoint::fuzz {

void require(bool holds, const char* promise)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

void requireSentence(const Error& error)
{
    require(!error.message.empty() && error.message.size() < 1000, "an error message is short");
    require(std::ranges::none_of(error.message, [](unsigned char c) { return c < 0x20 || c == 0x7F; }),
        "an error message has no control characters");
}

void requireUsable(const Scenario& scenario)
{
    require(checkScenario(scenario).has_value(), "a scenario that was read is in range");
    const StepReport step = evaluate(scenario, shippedCalibration());
    require(std::isfinite(step.step_s) && step.step_s > 0, "a step takes a finite time");
    for (const PartTime& part : step.parts)
        require(part.exposed_s >= 0 && std::isfinite(part.hidden_s), "no part is negative");
}

} // namespace kneepoint::fuzz
