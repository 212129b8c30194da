// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/layout_json.h"
#include "app/cli/scenario_request.h"
#include "model/constants/calibration.h"
#include "model/plan/sweep.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/step/step_model.h"
#include "model/units/bounded_json.h"

#include <fmt/format.h>

#include <filesystem>
#include <ostream>

namespace kneepoint {

namespace {

struct SweepOptions {
    std::string spec, shard = "1/1";
    OutputFormat format = OutputFormat::text;
    int threads = 0;
};

Result<Scenario> scenarioNamed(const std::string& name)
{
    const Result<ScenarioFile> file = readScenario({name, {}});
    return file ? Result<Scenario>(file->scenario) : tl::unexpected(file.error());
}

Result<Sweep> loadSweep(const std::string& path)
{
    const Result<std::string> text =
        readBoundedFile(path, {.document = "a sweep", .bytes = sweep_file_limit_bytes, .depth = 0, .values = 0});
    if (!text)
        return tl::unexpected(text.error());
    return parseSweep(*text, std::filesystem::path(path).filename().string(), scenarioNamed, shippedCalibration());
}

/// One point: its number, settings, whether it fits, figures, and the layout if it was searched.
struct SweepRow {
    double point = 0;
    Edit edit;
    std::optional<Layout> layout;
    bool fits = false;
    std::vector<std::optional<double>> figures;
};

SweepRow rowOf(const Sweep& sweep, double index, unsigned threads)
{
    SweepRow row{index, pointOf(sweep, index), {}, false, {}};
    Scenario s = applied(sweep.base, row.edit, shippedCalibration());
    if (sweep.plan_layouts) {
        row.layout = autoPlan(s, {.threads = threads}, shippedCalibration()).layout;
        if (row.layout)
            s = applied(s, editOf(*row.layout), shippedCalibration());
    }
    const StepReport step = evaluate(s, shippedCalibration());
    row.fits = step.memory.fits() && (!sweep.plan_layouts || row.layout);
    for (const Metric* m : sweep.metrics)
        row.figures.push_back(m->of_step ? m->of_step(s, step) : measure(*m, s, shippedCalibration()));
    return row;
}

Json rowJson(const Sweep& sweep, const SweepRow& row)
{
    Json json = {{"point", row.point}, {"edit", editJson(row.edit)}};
    json["point"] = number(row.point);
    if (sweep.plan_layouts)
        json["layout"] = row.layout ? editJson(editOf(*row.layout)) : Json();
    json["fits"] = row.fits;
    for (std::size_t i = 0; i < sweep.metrics.size(); ++i)
        json["metrics"][std::string(sweep.metrics[i]->id)] = row.figures[i] ? Json(*row.figures[i]) : Json();
    return json;
}

/// The same columns in every row and every shard.
Table rowTable(const Sweep& sweep, const SweepRow& row)
{
    Table table;
    std::vector<Cell> cells;
    const auto add = [&](std::string_view key, const Json& value) {
        table.columns.push_back({std::string(key), std::string(key)});
        cells.push_back({value, value.is_string() ? value.get<std::string>() : value.dump()});
    };
    add("point", number(row.point));
    for (const Setting& setting : row.edit)
        add(setting.parameter->id, valueJson(*setting.parameter, setting.value));
    if (sweep.plan_layouts)
        for (const Setting& setting : editOf(row.layout.value_or(Layout{})))
            add(fmt::format("layout.{}", setting.parameter->id),
                row.layout ? valueJson(*setting.parameter, setting.value) : Json());
    add("fits", row.fits);
    for (std::size_t i = 0; i < sweep.metrics.size(); ++i)
        add(sweep.metrics[i]->id, row.figures[i] ? Json(*row.figures[i]) : Json());
    table.rows.push_back(std::move(cells));
    return table;
}

std::string csvLines(const Sweep& sweep, const SweepRow& row, bool with_header)
{
    const std::string csv = tableCsv(rowTable(sweep, row));
    return with_header ? csv : csv.substr(csv.find('\n') + 1);
}

ExitCode sweepCommand(const SweepOptions& options, Streams streams)
{
    const Result<Shard> shard = parseShard(options.shard);
    if (!shard)
        return complain(streams, ExitCode::usage, shard.error().message);
    const Result<Sweep> sweep = loadSweep(options.spec);
    if (!sweep)
        return complain(streams, ExitCode::bad_input, sweep.error().message);
    const double points = pointCount(*sweep);
    for (std::size_t i = shard->first(); static_cast<double>(i) < points && streams.out; i += shard->count) {
        const SweepRow row = rowOf(*sweep, static_cast<double>(i), static_cast<unsigned>(options.threads));
        if (options.format == OutputFormat::json)
            streams.out << rowJson(*sweep, row).dump() << '\n';
        else
            streams.out << csvLines(*sweep, row, i == shard->first());
        streams.out.flush();
    }
    return ExitCode::done;
}

void addSweepOptions(VerbOptions& options, SweepOptions& read)
{
    constexpr double most_threads = 1024;
    options.push_back(
        {.name = "SPEC", .target = &read.spec, .help = "File of the sweep, see docs/sweeps.md", .required = true});
    addShardOption(options, read.shard, "point");
    options.push_back({.name = "--threads",
        .target = &read.threads,
        .help = "Threads of a search; 0 means one per CPU",
        .type_name = "N",
        .range = std::pair{0.0, most_threads}});
    addFormatOptions(options, read.format);
}

} // namespace

Verb sweepVerb()
{
    return makeVerb("sweep",
        "A grid or a random sample over parameters, one row per point: CSV, or JSON lines with --json", addSweepOptions,
        sweepCommand);
}

} // namespace kneepoint
