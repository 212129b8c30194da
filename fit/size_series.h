// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measured_run.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// The largest size of a series, predicted after calibration with its smallest sizes.
struct SizePrediction {
    std::string series; ///< of the validation report
    std::string id;     ///< of the run that is predicted
    double from_gpus = 0, to_gpus = 0;
    std::size_t sizes = 0; ///< that calibrated: 0 (before), 1 or 2
    double measured_s = 0, predicted_s = 0;
    double low_s = 0, high_s = 0; ///< 90 % interval
};

/// Errors of predictions of the largest size, in per cent of the measured step.
struct SizeErrors {
    std::size_t sizes = 0;  ///< that calibrated
    std::size_t series = 0; ///< with at least one size more
    double mape = 0, median = 0, bias = 0;
    double coverage = 0; ///< per cent inside the 90 % interval
    double width = 0;    ///< median of high over low
    double near = 0;     ///< per cent of the series that are off by at most 5 %
};

/// Groups runs by series, software, GPU and model, with one run for each number of GPUs (the fastest), and predicts the
/// largest of at least two sizes: with no calibration, and calibrated with the smallest one and the smallest two. All
/// predictions use constants and intervals that have seen nothing measured by the source. Needs loadLeftOutConstants().
[[nodiscard]] std::vector<SizePrediction> predictLargestSizes(
    std::span<const MeasuredRun> runs, const Calibration& calibration);

/// By number of calibrating sizes, 0 … 2. Each is about the series that have all three, so that they can be compared;
/// the last one is about all series with at least two sizes, calibrated with one.
[[nodiscard]] std::vector<SizeErrors> sizeErrors(std::span<const SizePrediction> predictions);

} // namespace kneepoint::fit
