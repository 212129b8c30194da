// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/remedy_record.h"

#include "model/diagnosis/remedy_words.h"
#include "model/job/model_shape.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

using namespace remedy;

namespace {

ParameterChanges tensorWider(const DiagnosedJob& j, double factor)
{
    const double degree = factor * j.s.plan.tensor_parallel;
    return when(j.s.workload.kind == ModelKind::transformer && degree <= j.s.cluster.gpus_per_node,
        "plan.tensor_parallel", degree);
}

/// The smallest GPU of the library on which the job fits; the first one if several are equal.
const GpuPreset* smallestThatHolds(const DiagnosedJob& j)
{
    const GpuPreset* best = nullptr;
    for (const GpuPreset& g : gpuPresets())
        if (g.memory_bytes >= j.step.memory.total() && (!best || g.memory_bytes < best->memory_bytes))
            best = &g;
    return best;
}

/// About as many tokens that count per step as before, in fewer micro-batches.
ParameterChanges packed(Now j)
{
    const double passes = std::max(1.0, std::round(countedShare(j.s.workload) * j.step.microbatches));
    ParameterChanges changes = set("workload.packing", choice(Packing::packed));
    if (passes < j.step.microbatches)
        changes.push_back({"workload.global_batch", passes * j.step.microbatch * j.step.workers});
    return changes;
}

} // namespace

std::span<const RemedyRecord> memoryRemedies()
{
    static const RemedyRecord records[] = {
        {"layout-that-fits", against(Cause::out_of_memory),
            [](Now j) { return layoutLabel(j.s, j.layout, j.calibration); }, [](Now j) { return j.layout; },
            {.target = Target::memory}},
        {"zero-1", against(Cause::out_of_memory), "ZeRO-1",
            [](Now j) { return when(j.s.plan.zero_stage < 1, "plan.zero_stage", 1); }, {.target = Target::memory}},
        {"zero-2", against(Cause::out_of_memory), "ZeRO-2",
            [](Now j) { return when(j.s.plan.zero_stage < 2, "plan.zero_stage", 2); }, {.target = Target::memory}},
        {"zero-3", against(Cause::out_of_memory), "ZeRO-3",
            [](Now j) { return when(j.s.plan.zero_stage < 3, "plan.zero_stage", 3); }, {.target = Target::memory}},
        {"offload-none", against(Cause::offload_link), "Keep everything on the GPUs",
            [](Now j) { return to("plan.offload", j.s.plan.offload, Offload::none); }},
        {"offload-optimizer-only", against(Cause::offload_link), "Offload only the optimizer state",
            [](Now j) {
                return when(
                    j.s.plan.offload == Offload::optimizer_and_parameters, "plan.offload", choice(Offload::optimizer));
            }},
        {"lora-16-bit", against(Cause::dequantization), "LoRA beside frozen weights in 16 bits",
            [](Now j) { return when(j.s.workload.tuning == Tuning::qlora, "workload.tuning", choice(Tuning::lora)); }},
        {"pack-examples", against(Cause::padding), "Packed examples", packed},
        {"recompute-selective", against(Cause::out_of_memory), "Selective activation recomputation",
            [](Now j) {
                return when(j.s.plan.recompute == Recompute::none, "plan.recompute", choice(Recompute::selective));
            },
            {.target = Target::memory}},
        {"recompute-full", against(Cause::out_of_memory), "Full activation recomputation",
            [](Now j) { return to("plan.recompute", j.s.plan.recompute, Recompute::full); },
            {.target = Target::memory}},
        {"smaller-passes", against(Cause::out_of_memory), [](Now j) { return passesLabel(j, 2); },
            [](Now j) { return morePasses(j, 2); }, {.target = Target::memory}},
        {"quarter-passes", against(Cause::out_of_memory), [](Now j) { return passesLabel(j, 4); },
            [](Now j) { return morePasses(j, 4); }, {.target = Target::memory}},
        {"tensor-2x", against(Cause::out_of_memory),
            [](Now j) { return fmt::format("TP {}", text(2 * j.s.plan.tensor_parallel)); },
            [](Now j) { return tensorWider(j, 2); }, {.target = Target::memory}},
        {"tensor-4x", against(Cause::out_of_memory),
            [](Now j) { return fmt::format("TP {}", text(4 * j.s.plan.tensor_parallel)); },
            [](Now j) { return tensorWider(j, 4); }, {.target = Target::memory}},
        {"tensor-8x", against(Cause::out_of_memory),
            [](Now j) { return fmt::format("TP {}", text(8 * j.s.plan.tensor_parallel)); },
            [](Now j) { return tensorWider(j, 8); }, {.target = Target::memory}},
        {"pipeline-2x", against(Cause::out_of_memory),
            [](Now j) { return stagesLabel(2 * j.s.plan.pipeline_parallel); },
            [](Now j) {
                return when(j.s.workload.kind == ModelKind::transformer, "plan.pipeline_parallel",
                    2 * j.s.plan.pipeline_parallel);
            },
            {.target = Target::memory}},
        {"larger-gpu", against(Cause::out_of_memory), [](Now j) { return smallestThatHolds(j)->name; },
            [](Now j) {
                const GpuPreset* gpu = smallestThatHolds(j);
                return gpu ? set("cluster.gpu", static_cast<double>(gpu - gpuPresets().data() + 1))
                           : ParameterChanges{};
            },
            {.effort = Effort::hardware, .target = Target::memory}},
    };
    return records;
}

} // namespace kneepoint
