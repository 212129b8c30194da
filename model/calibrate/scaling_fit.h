// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/calibrate.h"
#include "model/uncertainty/interval.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kneepoint {

/// A run beside its prediction by the calibration with all runs, and by one with the others.
struct FittedRun {
    std::string name;
    double gpus = 0;
    double measured_s = 0;
    double fitted_s = 0;
    double left_out_s = 0; ///< predicted without this run; 0 if there is no other
};

/// Where efficiency falls below the tolerance, and what to expect at twice the largest measured size.
struct ScalingOutlook {
    std::optional<double> knee;            ///< of the calibrated scenario, K; nothing within its curve
    std::optional<Interval> knee_interval; ///< 90 %
    double gpus = 0;                       ///< twice the largest measured size
    double efficiency = 0;
    std::optional<Interval> efficiency_interval; ///< 90 %
    std::string sentence; ///< "Your knee is at K = 32 (28 … 37) because of …; at 64 GPUs expect 41 % ± 4 % …"
};

/// How well the few physical factors of a calibration describe runs of several sizes.
struct ScalingFit {
    std::vector<FittedRun> runs; ///< by rising number of GPUs
    double error = 0;            ///< mean of |fitted/measured − 1|
    double left_out_error = 0;   ///< the same predicted without each run; 0 for a single run
    /// Measured throughput per GPU of the largest size relative to the smallest; 0 with one size.
    double measured_efficiency = 0;
    /// The two neighboring sizes, in GPUs, between which it falls below the tolerance of the scenario.
    std::optional<Interval> measured_knee;
    ScalingOutlook outlook;
};

/// Runs that state a step time beside their steps after calibration, by rising number of GPUs; none is left out.
[[nodiscard]] std::vector<FittedRun> fittedRuns(
    const CalibrationReport& report, std::span<const OwnRow> rows, const Calibration& calibration);

/// Runs that state a step time; at least one. Leaves out each of up to 20 runs, and parts of more.
[[nodiscard]] ScalingFit scalingFit(
    const CalibrationReport& report, std::span<const OwnRow> rows, const Calibration& calibration);

} // namespace kneepoint
