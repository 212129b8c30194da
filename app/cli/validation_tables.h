// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/report_json.h"
#include "model/validation/calibrated_runs.h"
#include "model/validation/ran_memory.h"

#include <span>
#include <string>

/// Answers of `kneepoint validate` beside the errors by series, as text and as JSON.
namespace kneepoint {

/// Runs that ran and are predicted not to fit, by series.
[[nodiscard]] std::string ranText(std::span<const RanMemory> runs);
/// By series, "all" last: for all runs, those whose recomputation is stated and the others, the number of runs and the
/// fractions predicted not to fit, and not to fit with a probability of likely_fit_chance.
[[nodiscard]] Json ranJson(std::span<const RanMemory> runs);
[[nodiscard]] Json ranRowJson(const RanMemory& run);

/// Errors after a calibration with some rows of the same source and machine.
[[nodiscard]] std::string calibratedText(std::span<const CalibratedRow> rows, std::size_t runs);
[[nodiscard]] std::string calibratedMarkdown(std::span<const CalibratedRow> rows, std::size_t runs);
[[nodiscard]] Json calibratedJson(std::span<const CalibratedRow> rows, std::size_t runs, bool each_row);

} // namespace kneepoint
