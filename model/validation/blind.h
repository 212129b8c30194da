// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measured_run.h"

#include <string>

/// Predictions that have seen nothing of a source. Both need loadLeftOutConstants().
namespace kneepoint {

/// A run as predicted with constants that have seen nothing measured by its source.
struct BlindRun {
    Scenario scenario;   ///< the median of those consistent with the source
    double unstated = 0; ///< standard deviation of the logarithm of the step over what the source leaves open
};
[[nodiscard]] BlindRun blindRun(const MeasuredRun& run, const Calibration& calibration);

/// The calibration with constants and intervals learned without a source.
[[nodiscard]] Calibration blindCalibration(const Calibration& calibration, const std::string& group);

} // namespace kneepoint
