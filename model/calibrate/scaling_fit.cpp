// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/scaling_fit.h"

#include "model/analysis/efficiency_interval.h"
#include "model/analysis/knees.h"
#include "model/calibrate/factor_estimate.h"
#include "model/scenario/scenario.h"
#include "model/uncertainty/prediction_spread.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace kneepoint {
namespace {

/// The step of each row, predicted from the rows of other parts.
std::vector<double> leftOutSteps(
    const std::vector<OwnRow>& rows, const FactorPrior& prior, const Calibration& calibration)
{
    constexpr std::size_t most_parts = 20;
    const std::size_t parts = std::min(rows.size(), most_parts);
    std::vector<double> steps(rows.size());
    for (std::size_t part = 0; parts > 1 && part < parts; ++part) {
        std::vector<OwnRow> others;
        others.reserve(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (i % parts != part)
                others.push_back(rows[i]);
        const FactorEstimate estimate = estimateFactors(others, prior, calibration);
        for (std::size_t i = part; i < rows.size(); i += parts)
            steps[i] = std::exp(logStepWith(rows[i].scenario, estimate.logs, calibration));
    }
    return steps;
}

double examplesPerGpu(const OwnRow& row)
{
    return row.scenario.workload.batch_per_gpu * row.scenario.plan.accumulation * workers(row.scenario) / row.step_s
        / row.scenario.cluster.gpus;
}

void addMeasuredScaling(ScalingFit& fit, const std::vector<OwnRow>& rows, double tolerance)
{
    const OwnRow& first = rows.front();
    double last_gpus = first.scenario.cluster.gpus;
    for (const OwnRow& row : rows) {
        const double gpus = row.scenario.cluster.gpus;
        if (gpus == first.scenario.cluster.gpus)
            continue;
        fit.measured_efficiency = examplesPerGpu(row) / examplesPerGpu(first);
        if (!fit.measured_knee && fit.measured_efficiency < tolerance)
            fit.measured_knee = Interval{last_gpus, gpus};
        last_gpus = gpus;
    }
}

std::string percent(double ratio)
{
    return formatQuantity(ratio, Unit::ratio, 2);
}

std::string kneeText(const ScalingOutlook& outlook, const ScalingCurve& curve)
{
    if (!outlook.knee)
        return fmt::format("No knee up to K = {:.0f}", curve.max_workers);
    std::string text = fmt::format("Your knee is at K = {:.0f}", *outlook.knee);
    if (const auto& interval = outlook.knee_interval)
        text += std::isfinite(interval->high) ? fmt::format(" ({:.0f} … {:.0f})", interval->low, interval->high)
                                              : fmt::format(" (at least {:.0f})", interval->low);
    if (const std::optional<Knee>& knee = theKnee(curve); knee && knee->cause != Cause::none)
        text += fmt::format(" because of {}", causeLabel(knee->cause));
    return text;
}

ScalingOutlook outlookOf(const Scenario& calibrated, double largest, const Calibration& calibration)
{
    const Analysis now = analyze(calibrated, calibration);
    ScalingOutlook outlook;
    if (const std::optional<Knee>& knee = theKnee(now.curve)) {
        outlook.knee = knee->workers;
        outlook.knee_interval = kneeInterval(now);
    }
    outlook.gpus = 2 * largest;
    const Analysis twice =
        analyze(withWorkers(calibrated, std::max(1.0, outlook.gpus / gpusPerReplica(calibrated))), calibration);
    outlook.efficiency = twice.headline.efficiency;
    outlook.efficiency_interval = efficiencyInterval(twice);
    outlook.sentence = fmt::format("{}; at {} GPUs expect an efficiency of {}", kneeText(outlook, now.curve),
        outlook.gpus, percent(outlook.efficiency));
    if (const auto& interval = outlook.efficiency_interval)
        outlook.sentence += fmt::format(" ± {}", percent((interval->high - interval->low) / 2));
    outlook.sentence += '.';
    return outlook;
}

std::vector<OwnRow> stepsBySize(std::span<const OwnRow> all)
{
    std::vector<OwnRow> rows;
    std::ranges::copy_if(all, std::back_inserter(rows), [](const OwnRow& row) { return row.step_s > 0; });
    std::ranges::stable_sort(rows, {}, [](const OwnRow& row) { return row.scenario.cluster.gpus; });
    return rows;
}

} // namespace

std::vector<FittedRun> fittedRuns(
    const CalibrationReport& report, std::span<const OwnRow> rows, const Calibration& calibration)
{
    const FactorLogs logs = logsOf(report.scenario.own_runs);
    std::vector<FittedRun> runs;
    for (const OwnRow& row : stepsBySize(rows))
        runs.push_back({row.name, row.scenario.cluster.gpus, row.step_s,
            std::exp(logStepWith(row.scenario, logs, calibration)), 0});
    return runs;
}

ScalingFit scalingFit(const CalibrationReport& report, std::span<const OwnRow> all, const Calibration& calibration)
{
    const std::vector<OwnRow> rows = stepsBySize(all);
    Scenario plain = report.scenario;
    plain.own_runs = {};
    const std::vector<double> left_out =
        leftOutSteps(rows, priorOf(spreadsFor(plain, calibration), teamEffect(plain.assumptions.setting)), calibration);
    ScalingFit fit;
    fit.runs = fittedRuns(report, rows, calibration);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double fitted = fit.runs[i].fitted_s;
        fit.runs[i].left_out_s = left_out[i];
        fit.error += std::abs(fitted / rows[i].step_s - 1) / static_cast<double>(rows.size());
        if (left_out[i] > 0)
            fit.left_out_error += std::abs(left_out[i] / rows[i].step_s - 1) / static_cast<double>(rows.size());
    }
    addMeasuredScaling(fit, rows, report.scenario.assumptions.efficiency_tolerance);
    fit.outlook = outlookOf(report.scenario, rows.back().scenario.cluster.gpus, calibration);
    return fit;
}

} // namespace kneepoint
