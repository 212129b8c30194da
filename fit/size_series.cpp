// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/size_series.h"

#include "model/calibrate/calibrate.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/validation/blind.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace kneepoint::fit {
namespace {

constexpr std::size_t most_calibrating = 2;

/// What runs of one series share.
using SeriesKey = std::tuple<std::string, std::string, std::string, std::string, double, double, double>;

SeriesKey keyOf(const MeasuredRun& run)
{
    const Workload& w = run.candidates.front().workload;
    return {run.group, run.series, run.stack, run.gpu, w.parameters, w.hidden, w.sequence_length};
}

struct Sized {
    const MeasuredRun* run = nullptr;
    Scenario scenario;
};

SizePrediction predicted(const std::vector<Sized>& sizes, std::size_t calibrating, const Calibration& calibration)
{
    const Sized& largest = sizes.back();
    Scenario s = largest.scenario;
    s.assumptions.setting = TeamSetting::tuned; // as all published series
    std::vector<OwnRow> rows;
    rows.reserve(calibrating);
    for (std::size_t i = 0; i < calibrating; ++i)
        rows.push_back({sizes[i].run->id, sizes[i].scenario, sizes[i].run->step_s});
    if (!rows.empty())
        s.own_runs = calibrate(largest.scenario, rows, calibration).scenario.own_runs;
    const StepReport step = evaluate(s, calibration);
    const PredictionInterval interval = predictionInterval(s, step, calibration);
    return {largest.run->series, largest.run->id, sizes.front().scenario.cluster.gpus, s.cluster.gpus, calibrating,
        largest.run->step_s, step.step_s, interval.low_s, interval.high_s};
}

SizeErrors sizeErrorsOf(std::vector<SizePrediction> of)
{
    SizeErrors e;
    e.series = of.size();
    if (of.empty())
        return e;
    e.sizes = of.front().sizes;
    std::vector<double> errors, widths;
    errors.reserve(of.size());
    widths.reserve(of.size());
    for (const SizePrediction& p : of) {
        const double bias = 100 * (p.predicted_s / p.measured_s - 1);
        errors.push_back(std::abs(bias));
        widths.push_back(p.high_s / p.low_s);
        e.bias += bias / static_cast<double>(of.size());
        e.mape += std::abs(bias) / static_cast<double>(of.size());
        constexpr double near = 5;
        e.near += (std::abs(bias) <= near ? 100.0 : 0.0) / static_cast<double>(of.size());
        e.coverage +=
            (p.low_s <= p.measured_s && p.measured_s <= p.high_s ? 100.0 : 0.0) / static_cast<double>(of.size());
    }
    const auto middle = [](std::vector<double>& values) {
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, at);
        return *at;
    };
    e.median = middle(errors);
    e.width = middle(widths);
    return e;
}

} // namespace

std::vector<SizePrediction> predictLargestSizes(std::span<const MeasuredRun> runs, const Calibration& calibration)
{
    std::map<SeriesKey, std::map<double, const MeasuredRun*>> series;
    for (const MeasuredRun& run : runs) {
        if (!run.gate || run.scaling || run.candidates.empty() || !(run.step_s > 0))
            continue;
        const MeasuredRun*& place = series[keyOf(run)][run.candidates.front().cluster.gpus];
        const auto rate = [](const MeasuredRun& r) { return r.candidates.front().workload.global_batch / r.step_s; };
        if (!place || rate(run) > rate(*place))
            place = &run;
    }
    std::vector<SizePrediction> all;
    for (const auto& [key, by_size] : series) {
        if (by_size.size() < 2)
            continue;
        std::vector<Sized> sizes;
        sizes.reserve(by_size.size());
        for (const auto& [gpus, run] : by_size)
            sizes.push_back({run, blindRun(*run, calibration).scenario});
        const Calibration unseen = blindCalibration(calibration, by_size.begin()->second->group);
        for (std::size_t calibrating = 0; calibrating <= most_calibrating && calibrating < sizes.size(); ++calibrating)
            all.push_back(predicted(sizes, calibrating, unseen));
    }
    return all;
}

std::vector<SizeErrors> sizeErrors(std::span<const SizePrediction> predictions)
{
    std::set<std::string> complete;
    for (const SizePrediction& p : predictions)
        if (p.sizes == most_calibrating)
            complete.insert(p.series + p.id);
    std::vector<SizeErrors> all;
    const auto add = [&](std::size_t sizes, bool only_complete) {
        std::vector<SizePrediction> of;
        for (const SizePrediction& p : predictions)
            if (p.sizes == sizes && p.low_s > 0 && (!only_complete || complete.contains(p.series + p.id)))
                of.push_back(p);
        all.push_back(sizeErrorsOf(std::move(of)));
        all.back().sizes = sizes;
    };
    for (std::size_t sizes = 0; sizes <= most_calibrating; ++sizes)
        add(sizes, true);
    add(0, false);
    add(1, false);
    return all;
}

} // namespace kneepoint::fit
