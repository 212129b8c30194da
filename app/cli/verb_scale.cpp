// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/figures.h"
#include "app/cli/report_json.h"
#include "app/cli/scenario_request.h"
#include "model/analysis/knees.h"
#include "model/analysis/limits.h"
#include "model/analysis/training.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <ostream>

namespace kneepoint {

namespace {

struct ScaleOptions {
    ScenarioRequest request;
    OutputFormat format = OutputFormat::text;
    std::vector<double> workers;
};

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

Table scaleTable(const Scenario& scenario, const std::vector<double>& workers)
{
    Table table;
    std::ranges::transform(before_bound, std::back_inserter(table.columns), headOf);
    table.columns.push_back({"bound", "bound", false});
    std::ranges::transform(after_bound, std::back_inserter(table.columns), headOf);
    table.columns.push_back({"meets_deadline", ""});
    table.columns.push_back({"within_budget", ""});
    for (const double k : workers)
        table.rows.push_back(scaleRow(scenario, scalePoint(scenario, k, shippedCalibration())));
    return table;
}

std::string kneeLine(std::string_view what, const std::optional<Knee>& knee, double max_workers)
{
    if (!knee)
        return fmt::format("{}: none up to K = {}\n", what, formatQuantity(max_workers, Unit::none));
    return fmt::format(
        "{}: {} ({}), next usable {}\n", what, kneePlace(knee->workers), causeLabel(knee->cause), knee->usable_workers);
}

std::string limitsLine(const Analysis& a)
{
    const std::string words = limitsText(a);
    return words.empty() ? words : words + '\n';
}

std::string scaleText(const Analysis& a, const Table& rows)
{
    const Knees& knees = a.curve.knees;
    const std::string gamma = "γ = " + formatQuantity(a.scenario.assumptions.knee_gamma, Unit::none);
    return tableText(rows) + '\n'
        + kneeLine(fmt::format("knee ({})", kneeDefinition(a.scenario)), theKnee(a.curve), a.curve.max_workers)
        + kneeLine(gamma, knees.gamma, a.curve.max_workers)
        + kneeLine("max curvature of the speedup", knees.curvature, a.curve.max_workers) + scalingSentence(a) + '\n'
        + limitsLine(a);
}

ExitCode scale(const ScaleOptions& options, Streams streams)
{
    const Result<ScenarioFile> file = readScenario(options.request);
    if (!file)
        return complain(streams, ExitCode::bad_input, file.error().message);
    const double max_workers = parameter("cluster.gpus").max / gpusPerReplica(file->scenario);
    for (const double k : options.workers)
        if (!(k >= 1 && k <= max_workers))
            return complain(
                streams, ExitCode::usage, fmt::format("--k needs worker counts from 1 to {}, not {}", max_workers, k));
    const Analysis a = analyze(file->scenario);
    const Table rows = scaleTable(file->scenario,
        options.workers.empty() ? powersOfTwo(a.curve.min_workers, a.curve.max_workers) : options.workers);
    writeAnswer(streams.out, options.format,
        {[&] { return scaleText(a, rows); }, [&] { return scaleJson(*file, a, rows); }, [&] { return Table(rows); }});
    return ExitCode::done;
}

void addScaleOptions(VerbOptions& options, ScaleOptions& read)
{
    addScenarioOptions(options, read.request);
    addFormatOptions(options, read.format);
    options.push_back({
        .name = "--k",
        .target = &read.workers,
        .help = "Worker counts, separated by commas; powers of two if not given",
        .type_name = "K,K,...",
        .delimiter = ',',
    });
}

} // namespace

Verb scaleVerb()
{
    return makeVerb(
        "scale", "Step, speedup and efficiency over the number of workers; the knees", addScaleOptions, scale);
}

} // namespace kneepoint
