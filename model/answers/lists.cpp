// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/lists.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/presets/presets.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

std::string_view betterId(Better better)
{
    return better == Better::lower ? "lower" : better == Better::higher ? "higher" : "neither";
}

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
                    {"nominal_memory_bytes", "sold as"}, {"memory_bytes", "memory"}, {"memory_bandwidth", "bandwidth"},
                    {"scale_up_bandwidth", "scale-up"}, {"power_w", "power"}, {"assumed", "", false},
                    {"note", "", false}, {"source", "", false}},
        {}};
    for (const GpuPreset& g : gpuPresets())
        table.rows.push_back({textCell(g.id), textCell(g.name), textCell(g.vendor),
            quantity(g.peak[static_cast<std::size_t>(Precision::bf16)], Unit::flops_per_second),
            quantity(g.nominal_memory_bytes, Unit::bytes), quantity(g.memory_bytes, Unit::bytes),
            quantity(g.memory_bandwidth, Unit::bytes_per_second),
            quantity(g.scale_up_bandwidth, Unit::bytes_per_second), quantity(g.power_w, Unit::watts),
            textCell(g.assumed), textCell(g.note), textCell(g.source)});
    return table;
}

Table interconnectTable()
{
    Table table{{{"id", "id", false}, {"name", "name", false}, {"line_rate", "line rate"}, {"efficiency", "achieved"},
                    {"latency_s", "latency"}, {"assumed", "", false}, {"note", "", false}, {"source", "", false}},
        {}};
    for (const InterconnectPreset& i : interconnectPresets())
        table.rows.push_back({textCell(i.id), textCell(i.name), quantity(i.line_rate, Unit::bits_per_second),
            quantity(i.efficiency, Unit::ratio), quantity(i.latency_s, Unit::seconds), textCell(i.assumed),
            textCell(i.note), textCell(i.source)});
    return table;
}

Table machineTable()
{
    Table table{{{"id", "id", false}, {"name", "name", false}, {"gpu", "GPU", false}, {"gpus", "GPUs"},
                    {"domain", "scale-up"}, {"nics", "NICs"}, {"nic_rate", "NIC rate"}, {"network", "network", false},
                    {"oversubscription", "oversubscription"}, {"assumed", "", false}, {"note", "", false},
                    {"source", "", false}},
        {}};
    for (const MachinePreset& m : machinePresets())
        table.rows.push_back({textCell(m.id), textCell(m.name), textCell(m.gpu), quantity(m.gpus, Unit::count),
            quantity(m.domain, Unit::count), quantity(m.nics, Unit::count), quantity(m.nic_rate, Unit::bits_per_second),
            textCell(m.network), quantity(m.oversubscription, Unit::factor), textCell(m.assumed), textCell(m.note),
            textCell(m.source)});
    return table;
}

Table modelTable()
{
    Table table{{{"id", "id", false}, {"name", "name", false}, {"family", "family", false},
                    {"parameters", "parameters"}, {"assumed", "", false}, {"note", "", false}, {"source", "", false}},
        {}};
    for (const ModelPreset& m : modelPresets())
        table.rows.push_back(
            {textCell(m.id), textCell(m.name), textCell(m.family), quantity(workloadOf(m).parameters, Unit::count),
                textCell(m.assumed), textCell(m.note), textCell(m.source)});
    return table;
}

Table stackTable()
{
    Table table{{{"id", "id", false}, {"name", "name", false}, {"program", "program", false},
                    {"family", "family", false}, {"assumed", "", false}, {"note", "", false}, {"source", "", false}},
        {}};
    for (const StackPreset& s : stackPresets())
        table.rows.push_back({textCell(s.id), textCell(s.name), textCell(s.program), textCell(s.family),
            textCell(s.assumed), textCell(s.note), textCell(s.source)});
    return table;
}

template <class Preset> void addAssumed(Table& table, std::string_view library, std::span<const Preset> presets)
{
    for (const Preset& p : presets)
        if (!p.assumed.empty())
            table.rows.push_back({textCell(library), textCell(p.id), textCell(p.name), textCell(p.assumed)});
}

} // namespace

Table assumedTable()
{
    constexpr std::string_view mark = "assumption: ";
    Table table{
        {{"library", "library", false}, {"id", "id", false}, {"name", "name", false}, {"assumed", "assumed", false}},
        {}};
    addAssumed(table, "machines", machinePresets());
    addAssumed(table, "gpus", gpuPresets());
    addAssumed(table, "interconnects", interconnectPresets());
    addAssumed(table, "models", modelPresets());
    addAssumed(table, "stacks", stackPresets());
    for (const Price& p : shippedPrices().prices)
        if (p.assumed)
            table.rows.push_back({textCell("prices"), textCell(p.id),
                textCell(p.rent ? fmt::format("{}, {}", p.name, rentId(*p.rent)) : p.name),
                textCell(p.source.starts_with(mark) ? p.source.substr(mark.size()) : p.source)});
    return table;
}

Table presetTable(std::string_view library)
{
    if (library == "machines")
        return machineTable();
    if (library == "gpus")
        return gpuTable();
    if (library == "interconnects")
        return interconnectTable();
    if (library == "models")
        return modelTable();
    if (library == "stacks")
        return stackTable();
    if (library == assumed_library)
        return assumedTable();
    return scenarioTable();
}

Table metricsTable()
{
    Table table{{{"id", "id", false}, {"label", "label", false}, {"symbol", "symbol", false}, {"unit", "unit", false},
                    {"better", "better", false}, {"help", "", false}, {"formula", "", false},
                    {"computed_by", "", false}, {"source", "", false}},
        {}};
    for (const Metric& m : metrics())
        table.rows.push_back({textCell(m.id), textCell(m.label), textCell(m.symbol), textCell(baseUnit(m.unit)),
            textCell(betterId(m.better)), textCell(m.help), textCell(m.formula), textCell(m.computed_by),
            textCell(m.source)});
    return table;
}

} // namespace kneepoint
