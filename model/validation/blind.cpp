// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/blind.h"

#include "model/constants/left_out_constants.h"
#include "model/validation/plausible_scenarios.h"
#include "model/validation/validation.h"

#include <memory>
#include <utility>

namespace kneepoint {

BlindRun blindRun(const MeasuredRun& run, const Calibration& calibration)
{
    const ConstantSet* without = constantsWithout(run.group);
    const MeasuredRun asked = without ? withConstants(run, *without, calibration) : run;
    const PlausibleScenarios plausible(asked, calibration);
    return {*plausible.median().scenario, plausible.spread()};
}

Calibration blindCalibration(const Calibration& calibration, const std::string& group)
{
    Calibration other = calibration;
    auto constants = std::make_shared<LearnedConstants>(*calibration.constants);
    if (const ConstantSet* kernels = constantsWithout(group))
        constants->kernels = *kernels; // by which a scenario's GPU is recognized
    const auto errors = errorKindsWithout(group);
    const auto spreads = factorSpreadsWithout(group);
    constants->errors.assign(errors.begin(), errors.end());
    constants->spreads.assign(spreads.begin(), spreads.end());
    other.constants = std::move(constants);
    return other;
}

} // namespace kneepoint
