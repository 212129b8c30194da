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
        {
            .id = "layout-that-fits",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return layoutLabel(j.s, j.layout, j.calibration); },
            .edit = [](Now j) { return j.layout; },
            .target = Target::memory,
        },
        {
            .id = "zero-1",
            .causes = against(Cause::out_of_memory),
            .name = "ZeRO-1",
            .edit = [](Now j) { return when(j.s.plan.zero_stage < 1, "plan.zero_stage", 1); },
            .target = Target::memory,
        },
        {
            .id = "zero-2",
            .causes = against(Cause::out_of_memory),
            .name = "ZeRO-2",
            .edit = [](Now j) { return when(j.s.plan.zero_stage < 2, "plan.zero_stage", 2); },
            .target = Target::memory,
        },
        {
            .id = "zero-3",
            .causes = against(Cause::out_of_memory),
            .name = "ZeRO-3",
            .edit = [](Now j) { return when(j.s.plan.zero_stage < 3, "plan.zero_stage", 3); },
            .target = Target::memory,
        },
        {
            .id = "offload-none",
            .causes = against(Cause::offload_link),
            .name = "Keep everything on the GPUs",
            .edit =
                [](Now j) { return when(j.s.plan.offload != Offload::none, "plan.offload", choice(Offload::none)); },
        },
        {
            .id = "offload-optimizer-only",
            .causes = against(Cause::offload_link),
            .name = "Offload only the optimizer state",
            .edit =
                [](Now j) {
                    return when(j.s.plan.offload == Offload::optimizer_and_parameters, "plan.offload",
                        choice(Offload::optimizer));
                },
        },
        {
            .id = "lora-16-bit",
            .causes = against(Cause::dequantization),
            .name = "LoRA beside frozen weights in 16 bits",
            .edit =
                [](Now j) {
                    return when(j.s.workload.tuning == Tuning::qlora, "workload.tuning", choice(Tuning::lora));
                },
        },
        {
            .id = "pack-examples",
            .causes = against(Cause::padding),
            .name = "Packed examples",
            .edit = packed,
        },
        {
            .id = "recompute-selective",
            .causes = against(Cause::out_of_memory),
            .name = "Selective activation recomputation",
            .edit =
                [](Now j) {
                    return when(j.s.plan.recompute == Recompute::none, "plan.recompute", choice(Recompute::selective));
                },
            .target = Target::memory,
        },
        {
            .id = "recompute-full",
            .causes = against(Cause::out_of_memory),
            .name = "Full activation recomputation",
            .edit =
                [](Now j) {
                    return when(j.s.plan.recompute != Recompute::full, "plan.recompute", choice(Recompute::full));
                },
            .target = Target::memory,
        },
        {
            .id = "smaller-passes",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return passesLabel(j, 2); },
            .edit = [](Now j) { return morePasses(j, 2); },
            .target = Target::memory,
        },
        {
            .id = "quarter-passes",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return passesLabel(j, 4); },
            .edit = [](Now j) { return morePasses(j, 4); },
            .target = Target::memory,
        },
        {
            .id = "tensor-2x",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return fmt::format("TP {}", text(2 * j.s.plan.tensor_parallel)); },
            .edit = [](Now j) { return tensorWider(j, 2); },
            .target = Target::memory,
        },
        {
            .id = "tensor-4x",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return fmt::format("TP {}", text(4 * j.s.plan.tensor_parallel)); },
            .edit = [](Now j) { return tensorWider(j, 4); },
            .target = Target::memory,
        },
        {
            .id = "tensor-8x",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return fmt::format("TP {}", text(8 * j.s.plan.tensor_parallel)); },
            .edit = [](Now j) { return tensorWider(j, 8); },
            .target = Target::memory,
        },
        {
            .id = "pipeline-2x",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return stagesLabel(2 * j.s.plan.pipeline_parallel); },
            .edit =
                [](Now j) {
                    return when(j.s.workload.kind == ModelKind::transformer, "plan.pipeline_parallel",
                        2 * j.s.plan.pipeline_parallel);
                },
            .target = Target::memory,
        },
        {
            .id = "larger-gpu",
            .causes = against(Cause::out_of_memory),
            .label = [](Now j) { return smallestThatHolds(j)->name; },
            .edit =
                [](Now j) {
                    const GpuPreset* gpu = smallestThatHolds(j);
                    return gpu ? set("cluster.gpu", static_cast<double>(gpu - gpuPresets().data() + 1))
                               : ParameterChanges{};
                },
            .effort = Effort::hardware,
            .target = Target::memory,
        },
    };
    return records;
}

} // namespace kneepoint
