// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"

#include "app/cli/answer_output.h"
#include "app/cli/report_json.h"
#include "app/cli/scenario_request.h"
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <ostream>

namespace kneepoint {

namespace {

struct PresetsOptions {
    std::string library = "scenarios";
    OutputFormat format = OutputFormat::text;
};

Cell quantity(double value, Unit unit)
{
    return {value, formatQuantity(value, unit)};
}

Table scenarioTable()
{
    Table table{{{"id", "id", false}, {"title", "title", false}, {"group", "group", false}, {"about", "", false},
                    {"source", "", false}},
        {}};
    for (const ScenarioFile& s : scenarioPresets())
        table.rows.push_back(
            {textCell(s.id), textCell(s.title), textCell(s.group), textCell(s.about), textCell(s.source)});
    return table;
}

Table gpuTable()
{
    Table table{{{"id", "id", false}, {"name", "name", false}, {"vendor", "", false}, {"peak_bf16", "bf16 dense"},
                    {"memory_bytes", "memory"}, {"memory_bandwidth", "bandwidth"}, {"scale_up_bandwidth", "scale-up"},
                    {"power_w", "power"}, {"note", "", false}, {"source", "", false}},
        {}};
    for (const GpuPreset& g : gpuPresets())
        table.rows.push_back({textCell(g.id), textCell(g.name), textCell(g.vendor),
            quantity(g.peak[static_cast<std::size_t>(Precision::bf16)], Unit::flops_per_second),
            quantity(g.memory_bytes, Unit::bytes), quantity(g.memory_bandwidth, Unit::bytes_per_second),
            quantity(g.scale_up_bandwidth, Unit::bytes_per_second), quantity(g.power_w, Unit::watts), textCell(g.note),
            textCell(g.source)});
    return table;
}

Table interconnectTable()
{
    Table table{{{"id", "id", false}, {"name", "name", false}, {"line_rate", "line rate"}, {"efficiency", "achieved"},
                    {"latency_s", "latency"}, {"assumed", "", false}, {"note", "", false}, {"source", "", false}},
        {}};
    for (const InterconnectPreset& i : interconnectPresets())
        table.rows.push_back({textCell(i.id), textCell(i.name), quantity(i.line_rate, Unit::bits_per_second),
            quantity(i.efficiency, Unit::ratio), quantity(i.latency_s, Unit::seconds), {i.assumed, ""},
            textCell(i.note), textCell(i.source)});
    return table;
}

Table modelTable()
{
    Table table{{{"id", "id", false}, {"name", "name", false}, {"family", "family", false},
                    {"parameters", "parameters"}, {"note", "", false}, {"source", "", false}},
        {}};
    for (const ModelPreset& m : modelPresets())
        table.rows.push_back({textCell(m.id), textCell(m.name), textCell(m.family),
            quantity(workloadOf(m).parameters, Unit::count), textCell(m.note), textCell(m.source)});
    return table;
}

Table libraryTable(const std::string& library)
{
    if (library == "gpus")
        return gpuTable();
    if (library == "interconnects")
        return interconnectTable();
    if (library == "models")
        return modelTable();
    return scenarioTable();
}

ExitCode presets(const PresetsOptions& options, Streams streams)
{
    const auto table = [&] { return libraryTable(options.library); };
    writeAnswer(
        streams.out, options.format, {[&] { return tableText(table()); }, [&] { return tableJson(table()); }, table});
    return ExitCode::done;
}

void addPresetsOptions(VerbOptions& options, PresetsOptions& read)
{
    options.push_back({
        .name = "LIBRARY",
        .target = &read.library,
        .help = "Which library to list",
        .show_default = true,
        .choices = {"scenarios", "gpus", "interconnects", "models"},
    });
    addFormatOptions(options, read.format);
}

} // namespace

Verb presetsVerb()
{
    return makeVerb("presets", "The shipped scenarios, GPUs, interconnects and models", addPresetsOptions, presets);
}

} // namespace kneepoint
