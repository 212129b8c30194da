// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/catalogue/shipped_scenarios.h"

#include <cmath>
#include <cstdio>

using namespace kneepoint;

namespace {

/// Evaluates every shipped scenario; its step must equal the sum of its parts.
bool everyPresetIsAnswered()
{
    bool good = !scenarioPresets().empty();
    for (const ScenarioFile& file : scenarioPresets()) {
        const Analysis analysis = analyze(file.scenario);
        double sum = 0;
        for (const PartTime& part : analysis.step.parts) {
            sum += part.exposed_s;
        }
        const bool adds_up = analysis.step.step_s > 0 && std::abs(sum - analysis.step.step_s) <= 1e-12 * sum;
        std::printf("%s %s: %g s\n", adds_up ? "ok  " : "FAIL", file.id.c_str(), analysis.step.step_s);
        good = good && adds_up;
    }
    return good;
}

} // namespace

int main()
{
    return everyPresetIsAnswered() ? 0 : 1;
}
