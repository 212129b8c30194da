// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/calibrate.h"

#include <string>

namespace kneepoint {

/// "+38 %" as a number: how far the upper end of an interval with this half-width lies above the prediction, per cent.
[[nodiscard]] double intervalPercent(double half_width);
/// One sentence: how many runs, errors and interval before and after.
[[nodiscard]] std::string calibrationSentence(const CalibrationReport& report, std::size_t runs);
/// "GEMM and attention time × 1.12" of every factor that moved, in the order of the catalogue.
[[nodiscard]] std::vector<std::string> movedFactors(const CalibrationReport& report);

} // namespace kneepoint
