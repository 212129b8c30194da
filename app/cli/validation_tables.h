// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"
#include "model/answers/report_json.h"
#include "model/validation/ablation.h"
#include "model/validation/calibrated_runs.h"
#include "model/validation/measured_knees.h"
#include "model/validation/ran_memory.h"
#include "model/validation/size_series.h"

#include <span>
#include <string>

/// Answers of `kneepoint validate` beside the errors by series, as text and as JSON.
namespace kneepoint {

/// The effect of each model component.
[[nodiscard]] std::string ablationText(std::span<const Ablation> ablations);
[[nodiscard]] Json ablationJson(std::span<const Ablation> ablations);

/// Runs that ran and are predicted not to fit, by series.
[[nodiscard]] std::string ranText(std::span<const RanMemory> runs);
/// By series, "all" last: for all runs, those whose recomputation is stated and the others, the number of runs and the
/// fractions predicted not to fit, and not to fit with a probability of likely_fit_chance.
[[nodiscard]] Json ranJson(std::span<const RanMemory> runs);
[[nodiscard]] Json ranRowJson(const RanMemory& run);

/// Predictions of the largest size of a series from its smallest ones.
[[nodiscard]] std::string sizeSeriesText(std::span<const SizePrediction> predictions);
[[nodiscard]] Json sizeSeriesJson(std::span<const SizePrediction> predictions);

/// Predicted knees of measured series: every series, and the number of each verdict.
[[nodiscard]] Json kneesJson(std::span<const MeasuredKnee> knees);

/// Errors after a calibration with some rows of the same source and machine.
[[nodiscard]] std::string calibratedText(std::span<const CalibratedRow> rows, std::size_t runs);
[[nodiscard]] std::string calibratedMarkdown(std::span<const CalibratedRow> rows, std::size_t runs);
[[nodiscard]] Json calibratedJson(std::span<const CalibratedRow> rows, std::size_t runs, bool each_row);

/// What automatic planning claims to gain over published layouts.
[[nodiscard]] ExitCode writeChoiceValidation(const Measurements& measurements, bool json, bool rows, Streams streams);

} // namespace kneepoint
