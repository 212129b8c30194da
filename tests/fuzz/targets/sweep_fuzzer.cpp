// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/plan/sweep.h"

#include "model/constants/calibration.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

namespace {

Result<Scenario> presetNamed(const std::string& name)
{
    const ScenarioFile* preset = findScenarioPreset(name);
    if (!preset)
        return failure("no such preset");
    return preset->scenario;
}

} // namespace

/// Sweep specifications: the scenario accepts the settings of the first and last point or rejects them in a sentence.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto sweep = parseSweep(fuzz::textOf(data, size), "fuzz", presetNamed, shippedCalibration());
    if (!sweep) {
        fuzz::requireSentence(sweep.error());
        return 0;
    }
    const double points = pointCount(*sweep);
    fuzz::require(points >= 1 && points <= most_sweep_points, "a sweep has a bounded number of points");
    for (const double index : {0.0, points - 1})
        fuzz::requireUsable(applied(sweep->base, pointOf(*sweep, index), shippedCalibration()));
    return 0;
}
