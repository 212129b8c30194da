// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/calibrate.h"

#include <string>
#include <string_view>

namespace kneepoint {

/// "+38 %" as a number: the distance of the upper end of an interval with this half-width from the prediction, in per
/// cent.
[[nodiscard]] double intervalPercent(double half_width);
/// Number of runs, and errors and interval before and after; memory, if runs state it.
[[nodiscard]] std::string calibrationSentence(const CalibrationReport& report);
/// Why rows do not calibrate: "no run states its step time or throughput"; empty if they do.
[[nodiscard]] std::string_view missingMeasurement(std::span<const OwnRow> rows);
struct FittedRun;
/// Why the calibration is not to be used: no factor explains steps three times as long or as short as they are
/// predicted with it, so a unit is likely wrong, and which; empty if the runs are explained.
[[nodiscard]] std::string unexplainedText(std::span<const FittedRun> runs);
/// Why there is no run to suggest.
[[nodiscard]] std::string_view nothingToMeasure();
/// "GEMM and attention time × 1.12" for each changed factor, in the order of the catalogue.
[[nodiscard]] std::vector<std::string> movedFactors(const CalibrationReport& report);

} // namespace kneepoint
