// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibration_words.h"

#include "model/calibrate/scaling_fit.h"
#include "model/catalogue/catalogue.h"
#include "model/evidence/evidence.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

/// The slip of a unit that makes a step this many times as long as it is.
std::string likelySlip(double factor, double gpus)
{
    const auto isNear = [&](double slip) { return factor > slip / 2 && factor < slip * 2; };
    if (gpus >= 4 && factor > gpus / 1.5 && factor < gpus * 1.5)
        return "a rate per GPU may have been read as that of all GPUs";
    if (isNear(1000))
        return "thousands may be missing (k tokens/s), or milliseconds were read as seconds";
    if (isNear(60))
        return "minutes may have been read as seconds, or the other way round";
    if (isNear(1e6))
        return "millions may be missing (M tokens/s), or microseconds were read as seconds";
    return "check their units, the model and the sequence length";
}

} // namespace

double intervalPercent(double half_width)
{
    return 100 * std::expm1(half_width);
}

std::string_view missingMeasurement(std::span<const OwnRow> rows)
{
    const bool stepped = std::ranges::any_of(rows, [](const OwnRow& row) { return row.step_s > 0; });
    return stepped ? "" : "no run states its step time or throughput";
}

std::string unexplainedText(std::span<const FittedRun> runs)
{
    std::vector<double> ratios, sizes;
    for (const FittedRun& run : runs)
        if (run.measured_s > 0 && run.fitted_s > 0) {
            ratios.push_back(run.measured_s / run.fitted_s);
            sizes.push_back(run.gpus);
        }
    if (ratios.empty())
        return {};
    constexpr double most = 3;
    const double ratio = measured("", ratios, "").value;
    if (ratio < most && ratio > 1 / most)
        return {};
    const double factor = std::max(ratio, 1 / ratio);
    return fmt::format(
        "no factor within its range explains these runs: their steps are {:.3g} times as {} as predicted "
        "even after calibration; {}",
        factor, ratio > 1 ? "long" : "short", likelySlip(factor, measured("", sizes, "").value));
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
