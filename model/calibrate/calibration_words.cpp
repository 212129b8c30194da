// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibration_words.h"

#include "model/catalogue/catalogue.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {

double intervalPercent(double half_width)
{
    return 100 * std::expm1(half_width);
}

std::string_view missingMeasurement(std::span<const OwnRow> rows)
{
    const bool stepped = std::ranges::any_of(rows, [](const OwnRow& row) { return row.step_s > 0; });
    return stepped ? "" : "no run states its step time or throughput";
}

std::string_view nothingToMeasure()
{
    return "Whatever the tensor and pipeline parallelism and the micro-batch, no layout with this job's other settings "
           "is "
           "valid and fits in memory.";
}

std::string calibrationSentence(const CalibrationReport& report)
{
    const double runs = report.scenario.own_runs.runs;
    std::string text = fmt::format("Calibrated with {:.0f} measured run{}: mean error {:.1f} % before, {:.1f} % after; "
                                   "90 % interval ±{:.0f} % before, ±{:.0f} % after.",
        runs, runs == 1 ? "" : "s", 100 * report.error_before, 100 * report.error_after,
        intervalPercent(report.half_width_before), intervalPercent(report.half_width_after));
    if (report.scenario.own_runs.memory_runs > 0)
        text += fmt::format(" Memory: mean error {:.1f} % before, {:.1f} % after.", 100 * report.memory_error_before,
            100 * report.memory_error_after);
    return text;
}

std::vector<std::string> movedFactors(const CalibrationReport& report)
{
    std::vector<std::string> factors;
    for (const MovedFactor& moved : report.moved)
        factors.push_back(fmt::format("{} × {:.2f}", parameter(moved.parameter).label, moved.after));
    return factors;
}

} // namespace kneepoint
