// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/scale_answer.h"

#include "model/analysis/limits.h"
#include "model/analysis/scaling.h"
#include "model/analysis/training.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace kneepoint {

namespace {

std::vector<double> powersOfTwo(double from, double to)
{
    std::vector<double> powers;
    for (double k = std::exp2(std::ceil(std::log2(from))); k <= to; k *= 2)
        powers.push_back(k);
    return powers;
}

/// Decimal ties such as 158.75 ms must round as they are written, whatever the last bit of the product in seconds.
std::string milliseconds(double seconds)
{
    return fmt::format("{:.1f}", std::round(seconds * 1e12) / 1e9);
}

/// A figure as a column of the table: its key in JSON and CSV, its heading and digits for people.
struct ScaleColumn {
    std::string_view metric;
    std::string_view key = metric;
    std::string_view heading = {}; ///< empty: only in JSON and CSV
    int min_width = 0;
    std::string (*text)(double) = nullptr;
    bool whole = false;
};

std::string shortest(double value)
{
    return fmt::format("{}", value);
}

constexpr std::array before_bound{
    ScaleColumn{"workers", "k", "K", 5, shortest, true},
    ScaleColumn{.metric = "gpus", .whole = true},
    ScaleColumn{"compute_s", "compute_s", "compute ms", 10, milliseconds},
    ScaleColumn{"comm_s", "comm_s", "comm ms", 8, milliseconds},
    ScaleColumn{"load_s", "load_s", "load ms", 8, milliseconds},
    ScaleColumn{"step_s", "step_s", "step ms", 8, milliseconds},
    ScaleColumn{"speedup", "speedup", "speedup", 7, [](double x) { return fmt::format("{:.1f}x", x); }},
    ScaleColumn{"efficiency", "efficiency", "eff %", 5, [](double x) { return fmt::format("{:.0f}", 100 * x); }},
    ScaleColumn{.metric = "gamma"},
};
constexpr std::array after_bound{ScaleColumn{.metric = "training_time_s"}, ScaleColumn{.metric = "cost"}};

Column headOf(const ScaleColumn& c)
{
    return {std::string(c.key), std::string(c.heading), true, c.min_width};
}

Cell cellOf(const ScaleColumn& c, const Scenario& scenario, const ScalePoint& point)
{
    const std::optional<double> value = valueAt(metric(c.metric), scenario, point);
    return {c.whole && value ? number(*value) : valueJson(value), value && c.text ? c.text(*value) : ""};
}

std::vector<Cell> scaleRow(const Scenario& scenario, const ScalePoint& point)
{
    const LimitsMet met = limitsMet(scenario.assumptions, training(scenario, point.step));
    std::vector<Cell> row;
    row.reserve(before_bound.size() + 1 + after_bound.size());
    for (const ScaleColumn& c : before_bound)
        row.push_back(cellOf(c, scenario, point));
    row.push_back({boundId(point.step.bound), std::string(boundLabel(point.step.bound))});
    for (const ScaleColumn& c : after_bound)
        row.push_back(cellOf(c, scenario, point));
    row.push_back({answerJson(met.deadline), ""});
    row.push_back({answerJson(met.budget), ""});
    return row;
}

} // namespace

Result<Table> scaleTable(const Analysis& a, const std::vector<double>& workers)
{
    const double max_workers = parameter("cluster.gpus").range.max / gpusPerReplica(a.scenario);
    for (const double k : workers)
        if (!(k >= 1 && k <= max_workers))
            return failure(fmt::format("k needs worker counts from 1 to {}, not {}", max_workers, k));
    Table table;
    std::ranges::transform(before_bound, std::back_inserter(table.columns), headOf);
    table.columns.push_back({"bound", "bound", false});
    std::ranges::transform(after_bound, std::back_inserter(table.columns), headOf);
    table.columns.push_back({"meets_deadline", ""});
    table.columns.push_back({"within_budget", ""});
    ScalingQuestion question(a.scenario, a.calibration, a.smaller_clusters);
    for (const double k : workers.empty() ? powersOfTwo(a.curve.min_workers, a.curve.max_workers) : workers)
        table.rows.push_back(scaleRow(a.scenario, question.at(k)));
    return table;
}

} // namespace kneepoint
