// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/remedy_record.h"

#include "model/diagnosis/remedy_words.h"
#include "model/scenario/scenario.h"

#include <cmath>

namespace kneepoint {

using namespace remedy;

namespace {

bool isEven(double value)
{
    return std::fmod(value, 2) == 0;
}

std::string loaderLabel(const DiagnosedJob& j, double factor)
{
    return fmt::format("{} data-loader throughput ({} per replica)", formatQuantity(factor, Unit::factor),
        formatQuantity(factor * j.s.cluster.loader_rate, Unit::examples_per_second));
}

} // namespace

std::span<const RemedyRecord> computeRemedies()
{
    static const RemedyRecord records[] = {
        {
            .id = "batch-4x",
            .causes = against(Cause::tiny_batch, Cause::dequantization, Cause::adapter_bound),
            .label = [](Now j) { return batchLabel(j, 4 * j.s.workload.batch_per_gpu); },
            .edit = [](Now j) { return set("workload.batch_per_gpu", 4 * j.s.workload.batch_per_gpu); },
        },
        {
            .id = "one-pass",
            .causes = against(Cause::tiny_batch, Cause::dequantization, Cause::adapter_bound),
            .label =
                [](Now j) {
                    return fmt::format("One micro-batch of {} instead of {}",
                        text(j.s.plan.accumulation * j.s.workload.batch_per_gpu), text(j.s.plan.accumulation));
                },
            .edit =
                [](Now j) {
                    return when(j.s.plan.accumulation > 1 && j.s.plan.pipeline_parallel <= 1,
                        {{"plan.accumulation", 1},
                            {"workload.batch_per_gpu", j.s.plan.accumulation * j.s.workload.batch_per_gpu}});
                },
        },
        {
            .id = "fuller-passes",
            .causes =
                against(Cause::tiny_batch, Cause::dequantization, Cause::adapter_bound, Cause::exposed_communication),
            .label =
                [](Now j) {
                    return fmt::format("{} micro-batches of {}", text(j.s.plan.accumulation / 2),
                        text(2 * j.s.workload.batch_per_gpu));
                },
            .edit =
                [](Now j) {
                    return when(j.s.plan.accumulation >= 4 && isEven(j.s.plan.accumulation)
                            && j.s.plan.accumulation / 2 >= j.s.plan.pipeline_parallel,
                        {{"plan.accumulation", j.s.plan.accumulation / 2},
                            {"workload.batch_per_gpu", 2 * j.s.workload.batch_per_gpu}});
                },
        },
        {
            .id = "graph-launch",
            .causes = against(Cause::tiny_batch),
            .name = "CUDA Graphs or torch.compile (4× lower launch floor)",
            .edit =
                [](Now j) {
                    return when(j.s.stack.launch_floor_s > 0, "stack.launch_floor", j.s.stack.launch_floor_s / 4);
                },
            .effort = Effort::engineering,
        },
        {
            .id = "graph-layers",
            .causes = against(Cause::tiny_batch, Cause::adapter_bound),
            .name = "CUDA Graphs or torch.compile (4× less launch time)",
            .edit =
                [](Now j) {
                    return when(j.s.assumptions.compute_model == ComputeModel::kernels, "stack.layer_launch",
                        j.s.stack.layer_launch_s / 4);
                },
            .effort = Effort::engineering,
        },
        {
            .id = "adapters-attention",
            .causes = against(Cause::adapter_bound),
            .name = "Adapters on attention only",
            .edit =
                [](Now j) {
                    return when(j.s.workload.lora_targets == LoraTargets::all_linear, "workload.lora_targets",
                        choice(LoraTargets::attention));
                },
            .effort = Effort::convergence,
        },
        {
            .id = "adapters-query-value",
            .causes = against(Cause::adapter_bound),
            .name = "Adapters on queries and values only",
            .edit =
                [](Now j) {
                    return when(j.s.workload.lora_targets != LoraTargets::query_value, "workload.lora_targets",
                        choice(LoraTargets::query_value));
                },
            .effort = Effort::convergence,
        },
        {
            .id = "adapters-rank-quarter",
            .causes = against(Cause::adapter_bound),
            .label =
                [](Now j) { return fmt::format("Adapters of rank {}", text(std::floor(j.s.workload.lora_rank / 4))); },
            .edit =
                [](Now j) {
                    return when(
                        j.s.workload.lora_rank >= 4, "workload.lora_rank", std::floor(j.s.workload.lora_rank / 4));
                },
            .effort = Effort::convergence,
        },
        {
            .id = "adapters-fused",
            .causes = against(Cause::adapter_bound),
            .name = "Fused adapter kernels",
            .edit = [](Now j) { return when(!j.s.stack.fused_norms, "stack.fused_norms", 1); },
            .effort = Effort::engineering,
            .note = "compiled or hand-written kernels, which fuse norms, too",
        },
        {
            .id = "share-updates",
            .causes = against(Cause::optimizer_gathers),
            .name = "ZeRO-1, whose ranks share matrices out",
            .edit = [](Now j) { return when(j.s.plan.zero_stage < 1, "plan.zero_stage", 1); },
        },
        {
            .id = "adamw",
            .causes = against(Cause::optimizer_gathers),
            .name = "AdamW",
            .edit =
                [](Now j) {
                    return when(j.s.plan.optimizer == Optimizer::muon, "plan.optimizer", choice(Optimizer::adamw));
                },
            .effort = Effort::convergence,
            .note = "may need more steps to the same loss",
        },
        {
            .id = "large-batch-optimizer",
            .causes = against(Cause::large_batch),
            .name = "Large-batch optimizer (LARS, LAMB): 4× the critical batch",
            .edit =
                [](Now j) {
                    return when(
                        j.s.workload.critical_batch > 0, "workload.critical_batch", 4 * j.s.workload.critical_batch);
                },
            .effort = Effort::lossy,
            .note = "the factor of 4 is an assumption",
        },
        {
            .id = "batch-half",
            .causes = against(Cause::large_batch),
            .label = [](Now j) { return batchLabel(j, j.s.workload.batch_per_gpu / 2); },
            .edit =
                [](Now j) {
                    return when(
                        j.s.workload.batch_per_gpu >= 2, "workload.batch_per_gpu", j.s.workload.batch_per_gpu / 2);
                },
        },
        {
            .id = "batch-quarter",
            .causes = against(Cause::large_batch),
            .label = [](Now j) { return batchLabel(j, j.s.workload.batch_per_gpu / 4); },
            .edit =
                [](Now j) {
                    return when(
                        j.s.workload.batch_per_gpu >= 4, "workload.batch_per_gpu", j.s.workload.batch_per_gpu / 4);
                },
        },
        {
            .id = "prefetch",
            .causes = against(Cause::starved_input),
            .name = "Prefetch the next batch",
            .edit = [](Now j) { return when(j.s.assumptions.input_overlap < 1, "assumptions.input_overlap", 1); },
            .note = "uses host memory",
        },
        {
            .id = "loader-2x",
            .causes = against(Cause::starved_input),
            .label = [](Now j) { return loaderLabel(j, 2); },
            .edit = [](Now j) { return set("cluster.loader_rate", 2 * j.s.cluster.loader_rate); },
            .effort = Effort::engineering,
            .note = "more loader workers, GPU decoding or preprocessed records",
        },
        {
            .id = "loader-4x",
            .causes = against(Cause::starved_input),
            .label = [](Now j) { return loaderLabel(j, 4); },
            .edit = [](Now j) { return set("cluster.loader_rate", 4 * j.s.cluster.loader_rate); },
            .effort = Effort::engineering,
            .note = "more loader workers, GPU decoding or preprocessed records",
        },
        {
            .id = "retire-slow",
            .causes = against(Cause::straggler),
            .name = "Drain slow nodes (10× fewer slow steps)",
            .edit =
                [](Now j) {
                    return when(j.s.assumptions.stragglers && j.s.assumptions.straggler_probability > 0,
                        "assumptions.straggler_probability", j.s.assumptions.straggler_probability / 10);
                },
            .effort = Effort::engineering,
            .note = "needs spare GPUs",
        },
        {
            .id = "milder-stragglers",
            .causes = against(Cause::straggler),
            .name = "Balanced sequence lengths and locked clocks (half the slowdown)",
            .edit =
                [](Now j) {
                    return when(j.s.assumptions.stragglers && j.s.assumptions.straggler_slowdown > 0,
                        "assumptions.straggler_slowdown", j.s.assumptions.straggler_slowdown / 2);
                },
            .effort = Effort::engineering,
        },
        {
            .id = "less-jitter",
            .causes = against(Cause::straggler),
            .name = "Half the step-time jitter",
            .edit =
                [](Now j) {
                    return when(j.s.assumptions.stragglers && j.s.assumptions.jitter > 0, "assumptions.jitter",
                        j.s.assumptions.jitter / 2);
                },
            .effort = Effort::engineering,
        },
        {
            .id = "less-drift",
            .causes = against(Cause::straggler),
            .name = "Balanced sequence lengths and locked clocks (half the imbalance)",
            .edit =
                [](Now j) {
                    return when(j.s.stack.straggler_slope > 0, "stack.straggler_slope", j.s.stack.straggler_slope / 2);
                },
            .effort = Effort::engineering,
        },
        {
            .id = "no-delay",
            .causes = against(Cause::straggler),
            .name = "No fixed delay at the barrier",
            .edit = [](Now j) { return when(j.s.assumptions.sync_delay_s > 0, "assumptions.sync_delay", 0); },
            .effort = Effort::engineering,
        },
        {
            .id = "asynchronous",
            .causes = against(Cause::straggler),
            .name = "Asynchronous parameter server",
            .edit =
                [](Now j) {
                    return when(gpusPerReplica(j.s) <= 1 && j.s.plan.zero_stage == 0, "plan.synchronisation",
                        choice(Synchronization::parameter_server));
                },
            .effort = Effort::lossy,
            .note = "gradients are stale",
        },
    };
    return records;
}

} // namespace kneepoint
