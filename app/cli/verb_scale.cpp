// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/report_json.h"
#include "app/cli/scenario_request.h"
#include "model/explore/limits.h"
#include "model/explore/sentences.h"
#include "model/explore/training.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cmath>
#include <memory>
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

std::vector<Cell> scaleRow(const Scenario& scenario, const ScalePoint& point)
{
    const StepReport& step = point.step;
    const Training run = training(scenario, step);
    const LimitsMet met = limitsMet(scenario.assumptions, run);
    return {
        {number(point.workers), fmt::format("{}", point.workers)},
        {number(step.gpus), fmt::format("{}", step.gpus)},
        {step.compute_s, milliseconds(step.compute_s)},
        {step.comm_s, milliseconds(step.comm_s)},
        {step.load_s, milliseconds(step.load_s)},
        {step.step_s, milliseconds(step.step_s)},
        {point.speedup, fmt::format("{:.1f}x", point.speedup)},
        {point.efficiency, fmt::format("{:.0f}", 100 * point.efficiency)},
        {step.gamma, formatQuantity(step.gamma, Unit::none)},
        {boundId(step.bound), std::string(boundLabel(step.bound))},
        {run.time_s, ""},
        {run.cost, ""},
        {answerJson(met.deadline), ""},
        {answerJson(met.budget), ""},
    };
}

Table scaleTable(const Scenario& scenario, const std::vector<double>& workers)
{
    Table table{
        {
            {"k", "K", true, 5},
            {"gpus", ""},
            {"compute_s", "compute ms", true, 10},
            {"comm_s", "comm ms", true, 8},
            {"load_s", "load ms", true, 8},
            {"step_s", "step ms", true, 8},
            {"speedup", "speedup", true, 7},
            {"efficiency", "eff %", true, 5},
            {"gamma", ""},
            {"bound", "bound", false},
            {"training_time_s", ""},
            {"cost", ""},
            {"meets_deadline", ""},
            {"within_budget", ""},
        },
        {},
    };
    for (const double k : workers)
        table.rows.push_back(scaleRow(scenario, scalePoint(scenario, k)));
    return table;
}

std::string kneeText(std::string_view where, const std::optional<Knee>& knee, double max_workers)
{
    if (!knee)
        return fmt::format("no knee at {} up to K = {}\n", where, formatQuantity(max_workers, Unit::none));
    return fmt::format("knee at {}: K = {} ({}), next usable {}\n", where, formatQuantity(knee->workers, Unit::none),
        causeLabel(knee->cause), knee->usable_workers);
}

std::string limitsLine(const Analysis& a)
{
    const std::string words = limitsText(a);
    return words.empty() ? words : words + '\n';
}

std::string scaleText(const Analysis& a, const Table& rows)
{
    const Knees& knees = a.curve.knees;
    const std::string tolerance =
        "efficiency " + formatQuantity(a.scenario.assumptions.efficiency_tolerance, Unit::ratio);
    const std::string gamma = "γ = " + formatQuantity(a.scenario.assumptions.knee_gamma, Unit::none);
    return tableText(rows) + '\n' + kneeText(gamma, knees.gamma, a.curve.max_workers)
        + kneeText(tolerance, knees.tolerance, a.curve.max_workers)
        + kneeText("the bend of the speedup", knees.curvature, a.curve.max_workers) + scalingSentence(a) + '\n'
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
                streams, ExitCode::usage, fmt::format("--k takes worker counts from 1 to {}, not {}", max_workers, k));
    const Analysis a = analyse(file->scenario);
    const Table rows = scaleTable(file->scenario,
        options.workers.empty() ? powersOfTwo(a.curve.min_workers, a.curve.max_workers) : options.workers);
    writeAnswer(streams.out, options.format,
        {[&] { return scaleText(a, rows); }, [&] { return scaleJson(*file, a, rows); }, [&] { return Table(rows); }});
    return ExitCode::done;
}

} // namespace

void addScale(CLI::App& app, VerbAction& chosen)
{
    CLI::App* verb = app.add_subcommand("scale", "Step, speedup and efficiency over the number of workers; the knees");
    auto options = std::make_shared<ScaleOptions>();
    addScenarioOptions(*verb, options->request);
    addFormatOptions(*verb, options->format);
    verb->add_option("--k", options->workers, "Worker counts, separated by commas; powers of two if not given")
        ->type_name("K,K,...")
        ->delimiter(',')
        ->allow_extra_args(false);
    verb->callback([&chosen, options] { chosen = [options](Streams streams) { return scale(*options, streams); }; });
}

} // namespace kneepoint
