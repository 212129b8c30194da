// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibration_words.h"

#include "model/scenario/catalogue.h"

#include <cmath>
#include <fmt/format.h>

namespace kneepoint {

double intervalPercent(double half_width)
{
    return 100 * std::expm1(half_width);
}

std::string calibrationSentence(const CalibrationReport& report, std::size_t runs)
{
    return fmt::format("Calibrated with {} measured run{}: mean error {:.1f} % before, {:.1f} % after; "
                       "90 % interval ±{:.0f} % before, ±{:.0f} % after.",
        runs, runs == 1 ? "" : "s", 100 * report.error_before, 100 * report.error_after,
        intervalPercent(report.half_width_before), intervalPercent(report.half_width_after));
}

std::vector<std::string> movedFactors(const CalibrationReport& report)
{
    std::vector<std::string> factors;
    for (const MovedFactor& moved : report.moved)
        factors.push_back(fmt::format("{} × {:.2f}", parameter(moved.parameter).label, moved.after));
    return factors;
}

} // namespace kneepoint
