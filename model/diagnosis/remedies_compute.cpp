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
        {"batch-4x", against(Cause::tiny_batch, Cause::dequantization, Cause::adapter_bound),
            [](Now j) { return batchLabel(j, 4 * j.s.workload.batch_per_gpu); },
            [](Now j) { return set("workload.batch_per_gpu", 4 * j.s.workload.batch_per_gpu); }},
        {"one-pass", against(Cause::tiny_batch, Cause::dequantization, Cause::adapter_bound),
            [](Now j) {
                return fmt::format("One micro-batch of {} instead of {}",
                    text(j.s.plan.accumulation * j.s.workload.batch_per_gpu), text(j.s.plan.accumulation));
            },
            [](Now j) {
                return when(j.s.plan.accumulation > 1 && j.s.plan.pipeline_parallel <= 1,
                    {{"plan.accumulation", 1},
                        {"workload.batch_per_gpu", j.s.plan.accumulation * j.s.workload.batch_per_gpu}});
            }},
        {"fuller-passes",
            against(Cause::tiny_batch, Cause::dequantization, Cause::adapter_bound, Cause::exposed_communication),
            [](Now j) {
                return fmt::format(
                    "{} micro-batches of {}", text(j.s.plan.accumulation / 2), text(2 * j.s.workload.batch_per_gpu));
            },
            [](Now j) {
                return when(j.s.plan.accumulation >= 4 && isEven(j.s.plan.accumulation)
                        && j.s.plan.accumulation / 2 >= j.s.plan.pipeline_parallel,
                    {{"plan.accumulation", j.s.plan.accumulation / 2},
                        {"workload.batch_per_gpu", 2 * j.s.workload.batch_per_gpu}});
            }},
        {"graph-launch", against(Cause::tiny_batch), "CUDA Graphs or torch.compile (4× lower launch floor)",
            [](Now j) {
                return when(j.s.stack.launch_floor_s > 0, "stack.launch_floor", j.s.stack.launch_floor_s / 4);
            },
            {.effort = Effort::engineering}},
        {"graph-layers", against(Cause::tiny_batch, Cause::adapter_bound),
            "CUDA Graphs or torch.compile (4× less launch time)",
            [](Now j) {
                return when(j.s.assumptions.compute_model == ComputeModel::kernels, "stack.layer_launch",
                    j.s.stack.layer_launch_s / 4);
            },
            {.effort = Effort::engineering}},
        {"adapters-attention", against(Cause::adapter_bound), "Adapters on attention only",
            [](Now j) {
                return when(j.s.workload.lora_targets == LoraTargets::all_linear, "workload.lora_targets",
                    choice(LoraTargets::attention));
            },
            {.effort = Effort::convergence}},
        {"adapters-query-value", against(Cause::adapter_bound), "Adapters on queries and values only",
            [](Now j) { return to("workload.lora_targets", j.s.workload.lora_targets, LoraTargets::query_value); },
            {.effort = Effort::convergence}},
        {"adapters-rank-quarter", against(Cause::adapter_bound),
            [](Now j) { return fmt::format("Adapters of rank {}", text(std::floor(j.s.workload.lora_rank / 4))); },
            [](Now j) {
                return when(j.s.workload.lora_rank >= 4, "workload.lora_rank", std::floor(j.s.workload.lora_rank / 4));
            },
            {.effort = Effort::convergence}},
        {"adapters-fused", against(Cause::adapter_bound), "Fused adapter kernels",
            [](Now j) { return when(!j.s.stack.fused_norms, "stack.fused_norms", 1); },
            {.effort = Effort::engineering, .note = "compiled or hand-written kernels, which fuse norms, too"}},
        {"share-updates", against(Cause::optimizer_gathers), "ZeRO-1, whose ranks share matrices out",
            [](Now j) { return when(j.s.plan.zero_stage < 1, "plan.zero_stage", 1); }},
        {"adamw", against(Cause::optimizer_gathers), "AdamW",
            [](Now j) {
                return when(j.s.plan.optimizer == Optimizer::muon, "plan.optimizer", choice(Optimizer::adamw));
            },
            {.effort = Effort::convergence, .note = "may need more steps to the same loss"}},
        {"large-batch-optimizer", against(Cause::large_batch),
            "Large-batch optimizer (LARS, LAMB): 4× the critical batch",
            [](Now j) {
                return when(
                    j.s.workload.critical_batch > 0, "workload.critical_batch", 4 * j.s.workload.critical_batch);
            },
            {.effort = Effort::lossy, .note = "the factor of 4 is an assumption"}},
        {"batch-half", against(Cause::large_batch), [](Now j) { return batchLabel(j, j.s.workload.batch_per_gpu / 2); },
            [](Now j) {
                return when(j.s.workload.batch_per_gpu >= 2, "workload.batch_per_gpu", j.s.workload.batch_per_gpu / 2);
            }},
        {"batch-quarter", against(Cause::large_batch),
            [](Now j) { return batchLabel(j, j.s.workload.batch_per_gpu / 4); },
            [](Now j) {
                return when(j.s.workload.batch_per_gpu >= 4, "workload.batch_per_gpu", j.s.workload.batch_per_gpu / 4);
            }},
        {"prefetch", against(Cause::starved_input), "Prefetch the next batch",
            [](Now j) { return when(j.s.assumptions.input_overlap < 1, "assumptions.input_overlap", 1); },
            {.note = "uses host memory"}},
        {"loader-2x", against(Cause::starved_input), [](Now j) { return loaderLabel(j, 2); },
            [](Now j) { return set("cluster.loader_rate", 2 * j.s.cluster.loader_rate); },
            {.effort = Effort::engineering, .note = "more loader workers, GPU decoding or preprocessed records"}},
        {"loader-4x", against(Cause::starved_input), [](Now j) { return loaderLabel(j, 4); },
            [](Now j) { return set("cluster.loader_rate", 4 * j.s.cluster.loader_rate); },
            {.effort = Effort::engineering, .note = "more loader workers, GPU decoding or preprocessed records"}},
        {"retire-slow", against(Cause::straggler), "Drain slow nodes (10× fewer slow steps)",
            [](Now j) {
                return when(j.s.assumptions.stragglers && j.s.assumptions.straggler_probability > 0,
                    "assumptions.straggler_probability", j.s.assumptions.straggler_probability / 10);
            },
            {.effort = Effort::engineering, .note = "needs spare GPUs"}},
        {"milder-stragglers", against(Cause::straggler),
            "Balanced sequence lengths and locked clocks (half the slowdown)",
            [](Now j) {
                return when(j.s.assumptions.stragglers && j.s.assumptions.straggler_slowdown > 0,
                    "assumptions.straggler_slowdown", j.s.assumptions.straggler_slowdown / 2);
            },
            {.effort = Effort::engineering}},
        {"less-jitter", against(Cause::straggler), "Half the step-time jitter",
            [](Now j) {
                return when(j.s.assumptions.stragglers && j.s.assumptions.jitter > 0, "assumptions.jitter",
                    j.s.assumptions.jitter / 2);
            },
            {.effort = Effort::engineering}},
        {"less-drift", against(Cause::straggler), "Balanced sequence lengths and locked clocks (half the imbalance)",
            [](Now j) {
                return when(j.s.stack.straggler_slope > 0, "stack.straggler_slope", j.s.stack.straggler_slope / 2);
            },
            {.effort = Effort::engineering}},
        {"no-delay", against(Cause::straggler), "No fixed delay at the barrier",
            [](Now j) { return when(j.s.assumptions.sync_delay_s > 0, "assumptions.sync_delay", 0); },
            {.effort = Effort::engineering}},
        {"asynchronous", against(Cause::straggler), "Asynchronous parameter server",
            [](Now j) {
                return when(gpusPerReplica(j.s) <= 1 && j.s.plan.zero_stage == 0, "plan.synchronisation",
                    choice(Synchronization::parameter_server));
            },
            {.effort = Effort::lossy, .note = "gradients are stale"}},
    };
    return records;
}

} // namespace kneepoint
