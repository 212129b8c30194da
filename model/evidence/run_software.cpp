// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_software.h"

#include "model/evidence/names.h"
#include "model/presets/presets.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

/// The generic stack of a run; `named` is that of its program's name, if it has one.
std::string genericStack(const RunRecord& run, std::string_view named)
{
    if (run.model_kind == "cnn")
        return "generic-ddp";
    const bool sharded = run.setting("plan.zero_stage", 0) >= 2 || !run.sharding.empty();
    const bool split = run.setting("plan.tensor_parallel", 1) > 1 || run.setting("plan.pipeline_parallel", 1) > 1;
    if (split)
        return "generic-3d";
    return !named.empty() ? std::string(named) : sharded ? "generic-fsdp" : "generic-3d";
}

const NameRule* seriesRule(const RunRecord& run)
{
    return nameRule(NameTable::series, run.series, 0, run.setting("workload.experts", 1) > 1);
}

/// The software as stated, or that of the series with the texts that may name its version; and the options that make
/// a different stack of the same program.
std::string describedSoftware(const RunRecord& run)
{
    std::string text = run.software;
    const NameRule* series = seriesRule(run);
    if (text.empty() && series && !series->software.empty())
        text = fmt::format("{}, {}, {}, {}", series->software, run.sync, run.source, run.id);
    if (text.empty())
        return text;
    if (run.compiled)
        text += *run.compiled ? ", torch.compile" : ", without torch.compile";
    if (run.overlap.starts_with("none"))
        text += ", without overlap";
    if (mentions(run.overlap, "async TP") || mentions(run.overlap, "asyncTP"))
        text += ", asynchronous tensor parallelism";
    if (mentions(run.overlap, "all-to-all"))
        text += ", all-to-all overlapped";
    text += ", " + run.gpu;
    return text;
}

} // namespace

bool isGeneric(std::string_view stack)
{
    return std::ranges::any_of(stackPresets(), [&](const StackPreset& p) { return p.generic && p.id == stack; });
}

std::string_view seriesStem(const RunRecord& run)
{
    const std::string_view series = run.series;
    return series.substr(0, series.find_first_of("- "));
}

RunSoftware softwareOf(const RunRecord& run)
{
    const NameRule* rule =
        nameRule(NameTable::software, describedSoftware(run), 0, run.setting("workload.experts", 1) > 1);
    if (!rule || isGeneric(rule->means))
        return {genericStack(run, rule ? rule->means : std::string_view()), SoftwareKnowledge::generic};
    return {rule->means, rule->similar ? SoftwareKnowledge::similar : SoftwareKnowledge::measured};
}

std::string reportSeries(const RunRecord& run)
{
    if (const NameRule* rule = seriesRule(run))
        return rule->means;
    const std::string stem(seriesStem(run));
    return stem.empty() ? "unnamed" : stem;
}

bool countsAllocatedMemory(const RunRecord& run)
{
    const NameRule* rule = seriesRule(run);
    return rule && rule->allocated_memory;
}

std::string sourceGroup(const RunRecord& run)
{
    const NameRule* rule = seriesRule(run);
    return rule && !rule->source.empty() ? rule->source : reportSeries(run);
}

} // namespace kneepoint
