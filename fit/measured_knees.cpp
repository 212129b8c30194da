// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/measured_knees.h"

#include "model/calibrate/calibrate.h"
#include "model/step/step_model.h"
#include "model/validation/blind.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace kneepoint::fit {
namespace {

constexpr std::size_t least_sizes = 3;
constexpr double near = 2; ///< a knee is right within this factor

/// What the runs of a series share.
using JobKey = std::tuple<std::string, std::string, std::string, std::string, int, Precision, double, double, double,
    double, double>;

JobKey jobKeyOf(const MeasuredRun& run)
{
    const Scenario& s = run.candidates.front();
    const Workload& w = s.workload;
    return {run.group, run.series, run.stack, run.gpu, s.cluster.interconnect, w.precision, w.parameters, w.hidden,
        w.sequence_length, w.measured_example_s, run.scaling ? w.batch_per_gpu : 0};
}

struct MeasuredSize {
    const MeasuredRun* run = nullptr;
    Scenario scenario;
};

double rateOf(const Scenario& s, double step_s)
{
    return s.workload.global_batch / step_s;
}

MeasuredKnee kneeOfSeries(std::vector<MeasuredSize> sizes, const Calibration& calibration)
{
    const MeasuredSize& smallest = sizes.front();
    OwnRuns own;
    if (!smallest.run->scaling) {
        const std::vector<OwnRow> rows{{smallest.run->id, smallest.scenario, smallest.run->step_s}};
        own = calibrate(smallest.scenario, rows, calibration).scenario.own_runs;
    }
    const double tolerance = smallest.scenario.assumptions.efficiency_tolerance;
    std::vector<SizeRate> measured, predicted;
    for (MeasuredSize& size : sizes) {
        Scenario& s = size.scenario;
        measured.push_back({s.cluster.gpus, rateOf(s, size.run->step_s)});
        s.own_runs = own;
        predicted.push_back({s.cluster.gpus, rateOf(s, evaluate(s, calibration).step_s)});
    }
    return {smallest.run->series, sizes.back().run->id, smallest.scenario.cluster.gpus,
        sizes.back().scenario.cluster.gpus, kneeOf(measured, tolerance), kneeOf(predicted, tolerance)};
}

} // namespace

std::optional<double> kneeOf(std::span<const SizeRate> sizes, double tolerance)
{
    const auto efficiency = [&](const SizeRate& size) {
        return size.rate / size.gpus / (sizes.front().rate / sizes.front().gpus);
    };
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        const double before = efficiency(sizes[i - 1]), after = efficiency(sizes[i]);
        if (after >= tolerance)
            continue;
        const double share = before > after ? (before - tolerance) / (before - after) : 0;
        return sizes[i - 1].gpus * std::pow(sizes[i].gpus / sizes[i - 1].gpus, share);
    }
    return {};
}

KneeVerdict verdictOn(const MeasuredKnee& knee)
{
    if (!knee.measured && !knee.predicted)
        return KneeVerdict::none;
    const double apart =
        std::abs(std::log2(knee.measured.value_or(knee.to_gpus) / knee.predicted.value_or(knee.to_gpus)));
    const bool far = apart > std::log2(near);
    if (knee.measured && knee.predicted)
        return far ? KneeVerdict::wrong : KneeVerdict::right;
    return far ? KneeVerdict::wrong : KneeVerdict::open;
}

std::vector<MeasuredKnee> measuredKnees(std::span<const MeasuredRun> runs, const Calibration& calibration)
{
    std::map<JobKey, std::map<double, const MeasuredRun*>> series;
    for (const MeasuredRun& run : runs) {
        if (!run.gate || run.candidates.empty() || !(run.step_s > 0))
            continue;
        const MeasuredRun*& place = series[jobKeyOf(run)][run.candidates.front().cluster.gpus];
        if (!place || rateOf(run.candidates.front(), run.step_s) > rateOf(place->candidates.front(), place->step_s))
            place = &run;
    }
    std::vector<MeasuredKnee> knees;
    for (const auto& [key, by_size] : series) {
        if (by_size.size() < least_sizes)
            continue;
        const Calibration unseen = blindCalibration(calibration, std::get<0>(key));
        std::vector<MeasuredSize> sizes;
        for (const auto& [gpus, run] : by_size) {
            sizes.push_back({run, blindRun(*run, calibration).scenario});
            sizes.back().scenario.own_runs = {};
            sizes.back().scenario.assumptions.setting = TeamSetting::tuned; // as all published series
        }
        knees.push_back(kneeOfSeries(std::move(sizes), unseen));
    }
    return knees;
}

std::string_view verdictId(KneeVerdict verdict)
{
    constexpr std::array<std::string_view, all_knee_verdicts.size()> ids{"none", "right", "wrong", "open"};
    return ids.at(static_cast<std::size_t>(verdict));
}

std::ptrdiff_t countOf(std::span<const MeasuredKnee> knees, KneeVerdict verdict)
{
    return std::ranges::count(knees, verdict, verdictOn);
}

} // namespace kneepoint::fit
