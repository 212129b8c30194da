// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_memory.h"

#include "model/catalogue/architecture.h"
#include "model/evidence/hardware_names.h"
#include "model/evidence/measured_run.h"
#include "model/evidence/run_software.h"

#include <array>
#include <optional>

namespace kneepoint {
namespace {

bool isTorchTitan(const RunRecord& run)
{
    return softwareOf(run).stack.starts_with("torchtitan");
}

/// Figure 1 of Korthikanti et al. is about the layers: 18·12·L·h²/(t·p) to the last digit, and nothing beside them.
bool countsLayersOnly(const RunRecord& run)
{
    return seriesStem(run) == "korthikanti22";
}

std::optional<MemoryFigureKind> kindOf(const RunRecord& run, std::string_view column)
{
    using enum MemoryFigureKind;
    if (mentions(column, "activation"))
        return activations;
    for (const std::string_view word : {"param", "optim", "state", "weight"})
        if (mentions(column, word))
            return states;
    if (!mentions(column, "memory") && !mentions(column, "peak"))
        return {};
    if (countsLayersOnly(run))
        return model;
    if (mentions(column, "allocated") || countsAllocatedMemory(run))
        return allocated;
    return mentions(column, "reserved") || isTorchTitan(run) ? allocator : device;
}

/// Layout information in a column name.
void setByColumn(Plan& plan, std::string_view column)
{
    if (mentions(column, "full"))
        plan.recompute = Recompute::full;
    else if (mentions(column, "sel"))
        plan.recompute = Recompute::selective;
    else if (mentions(column, "none") || mentions(column, "baseline") || mentions(column, "no_recompute"))
        plan.recompute = Recompute::none;
    if (mentions(column, "_sp") || mentions(column, "seq"))
        plan.sequence_parallel = true;
}

std::string seriesOf(const RunRecord& run)
{
    const bool sharded = run.setting("plan.zero_stage", 0) >= 3 || !run.sharding.empty();
    return "memory-" + (sharded ? std::string("fsdp") : reportSeries(run));
}

/// Sets values that the layout requires but memory hardly depends on.
RunRecord completed(RunRecord run)
{
    const auto assume = [&](const char* id, double value) { state(run.stated, {id, value, "assumed"}); };
    const double stages = run.setting("plan.pipeline_parallel", 1);
    const double replica = run.setting("plan.tensor_parallel", 1) * stages * run.setting("plan.context_parallel", 1);
    if (const Measurement* replicas = measurementOf(run.stated, "workers"); replicas && !run.setting("cluster.gpus"))
        assume("cluster.gpus", replica * replicas->value);
    if (!run.setting("workload.batch_per_gpu")) {
        const bool split = isTorchTitan(run) && stages > 1 && run.local_batch > 0;
        assume("workload.batch_per_gpu", split ? std::max(1.0, *run.local_batch / stages) : 1);
    }
    if (!run.setting("workload.global_batch"))
        assume("workload.global_batch",
            run.setting("workload.batch_per_gpu", 1) * stages * run.setting("cluster.gpus", 0) / replica);
    if (!run.setting("plan.virtual_stages")) {
        const bool interleaved = mentions(run.schedule, "interleaved") || mentions(run.id, "interleaved");
        assume("plan.virtual_stages", stages > 1 && interleaved ? 2 : 1);
    }
    return run;
}

void leaveOutTables(Workload& w)
{
    w.vocabulary = 1;
    const ParameterCount count = countParameters(w);
    w.parameters = count.total;
    w.active_parameters = count.active;
}

} // namespace

std::string_view memoryFigureId(MemoryFigureKind kind)
{
    static constexpr std::array<std::string_view, 6> ids{
        "device", "allocator", "allocated", "states", "activations", "model"};
    return ids[static_cast<std::size_t>(kind)];
}

MeasuredMemories memoryQuestionsOf(const Measurements& measurements, const Calibration& calibration)
{
    MeasuredMemories all;
    for (const RunRecord& run : measurements.runs) {
        if (run.memory.empty())
            continue;
        const auto layout = layoutOf(completed(run), calibration);
        for (const MemoryFigure& figure : run.memory) {
            const auto kind = kindOf(run, figure.name);
            if (!kind)
                continue;
            constexpr double most_bytes = 1e15;
            if (!layout || figure.bytes > most_bytes) {
                all.skipped.push_back({run.id, seriesOf(run),
                    layout ? "the measured memory is more than any GPU has" : layout.error().message});
                continue;
            }
            MeasuredMemory m;
            m.kind = *kind;
            m.id = run.memory.size() > 1 ? run.id + "-" + std::string(memoryFigureId(m.kind)) : run.id;
            m.series = seriesOf(run);
            m.stack = layout->stack;
            m.source = run.source;
            m.gate = run.quality != "C";
            m.bytes = figure.bytes;
            m.scenario = layout->candidates.front();
            if (mentions(run.precision, "fp32 grad"))
                m.scenario.plan.gradient_precision = GradientPrecision::fp32;
            setByColumn(m.scenario.plan, figure.name);
            if (countsLayersOnly(run))
                leaveOutTables(m.scenario.workload);
            all.figures.push_back(std::move(m));
        }
    }
    return all;
}

} // namespace kneepoint
