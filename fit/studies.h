// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "fit/ablation.h"
#include "fit/claimed_gains.h"
#include "fit/measured_knees.h"
#include "fit/size_series.h"
#include "model/answers/table.h"

#include <cstddef>
#include <span>
#include <string>

/// Where the model errs: for its developers, as tables and text.
namespace kneepoint::fit {

/// The effect of each model component on the errors, with up to `most` of the series that it affects most.
[[nodiscard]] Table ablationTable(std::span<const Ablation> ablations, std::size_t most);

/// Errors of the largest size of a series, by what calibrated its prediction.
[[nodiscard]] Table sizeErrorTable(std::span<const SizePrediction> predictions);

/// How many knees of measured series are predicted right.
[[nodiscard]] std::string kneesText(std::span<const MeasuredKnee> knees);

/// The largest size of every series, predicted after calibration with its smallest ones, and the knees.
[[nodiscard]] std::string sizesText(std::span<const MeasuredRun> runs, const Calibration& calibration);

/// What automatic planning claims to gain over published layouts, MFU by GPU, and the largest claims with their
/// layouts.
[[nodiscard]] std::string choicesText(std::span<const MeasuredRun> runs, const Calibration& calibration);

} // namespace kneepoint::fit
