// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/metric.h"

#include "model/cost/operations.h"
#include "model/results/feasibility.h"
#include "model/results/metric_fields.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/words.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace kneepoint {
namespace {

std::vector<Metric> gather()
{
    std::vector<Metric> all;
    for (const auto records : {results::ofScaling(), results::ofSteps(), results::ofRooflines(), results::ofRuns()})
        all.insert(all.end(), records.begin(), records.end());
    return all;
}

} // namespace

std::string_view metricGroupLabel(MetricGroup group)
{
    static constexpr std::array<std::string_view, metric_group_count> labels{"Scale", "Step", "Throughput",
        "Roofs, per GPU", "Ridges", "Operating point, per GPU", "Bytes, per GPU", "Training run"};
    return labels[static_cast<std::size_t>(group)];
}

std::span<const Metric> metrics()
{
    static const std::vector<Metric> all = gather();
    return all;
}

const Metric* findMetric(std::string_view id)
{
    if (id == "gpu_utilization")
        id = "gpu_utilisation"; // what files and listings contain
    const auto all = metrics();
    const auto found = std::ranges::find(all, id, &Metric::id);
    return found == all.end() ? nullptr : &*found;
}

const Metric& metric(std::string_view id)
{
    const Metric* found = findMetric(id);
    if (!found) {
        fmt::print(stderr, "no figure has the id {}\n", id);
        std::abort();
    }
    return *found;
}

std::vector<const Metric*> metricsUpTo(Prominence prominence)
{
    std::vector<const Metric*> found;
    for (const Metric& m : metrics())
        if (m.prominence <= prominence)
            found.push_back(&m);
    return found;
}

bool applies(const Metric& m, const Scenario& s)
{
    return !m.applies || m.applies(s);
}

std::optional<double> measure(const Metric& m, const Scenario& s, const Calibration& calibration)
{
    if (m.of_step)
        return m.of_step(s, evaluate(s, calibration));
    if (m.of_point)
        return m.of_point(scalePoint(s, workers(s), calibration));
    return m.value(analyze(s, calibration));
}

std::optional<double> valueAt(const Metric& m, const Scenario& s, const ScalePoint& point)
{
    if (m.of_point)
        return m.of_point(point);
    return m.of_step ? m.of_step(s, point.step) : std::nullopt;
}

std::optional<Interval> intervalOf(const Metric& m, const Analysis& a)
{
    if (m.interval)
        return m.interval(a);
    const PredictionInterval& step = a.prediction_interval;
    const std::optional<double> value = m.value(a);
    if (m.follows_step == FollowsStep::no || step.rows <= 0 || !value)
        return {};
    const double low = step.low_s / a.step.step_s;
    const double high = step.high_s / a.step.step_s;
    return m.follows_step == FollowsStep::proportionally ? Interval{*value * low, *value * high}
                                                         : Interval{*value / high, *value / low};
}

std::string markOf(const Metric& m, const Analysis& a)
{
    return m.needs_a_run ? whyItCannotRun(a) : "";
}

std::string valueText(const Metric& m, double value)
{
    return m.text ? m.text(value) : formatQuantity(value, m.unit);
}

std::string valueText(const Metric& m, double value, double beside)
{
    return m.text ? m.text(value) : formatBeside(value, beside, m.unit);
}

std::string valueText(const Metric& m, const Analysis& a)
{
    if (const std::optional<double> value = m.value(a))
        return valueText(m, *value);
    return m.none ? m.none(a) : "none";
}

std::string captionedText(const Metric& m, double value)
{
    return m.text ? m.text(value) : formatCaptioned(value, value, m.unit);
}

std::string rangeText(const Metric& m, const Interval& interval, double beside)
{
    const auto digits = [&](double end) { return m.text ? m.text(end) : formatDigits(end, beside, m.unit); };
    const std::string low = digits(interval.low), high = digits(interval.high);
    return low == high ? "" : fmt::format("{}–{}", low, high);
}

std::string intervalText(const Metric& m, const Analysis& a)
{
    const std::optional<Interval> interval = intervalOf(m, a);
    if (!interval)
        return "";
    const double value = m.value(a).value_or(interval->high);
    const std::string low = valueText(m, interval->low, value);
    const std::string high = valueText(m, interval->high, value);
    return low == high ? "" : fmt::format("{} … {}", low, high);
}

std::string nameText(const Metric& m, const Analysis& a)
{
    const std::string detail = m.detail ? m.detail(a) : "";
    return detail.empty() ? std::string(m.label) : fmt::format("{} ({})", m.label, detail);
}

} // namespace kneepoint
