// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/remedy_record.h"

#include "model/analysis/schedule_gallery.h"
#include "model/diagnosis/remedy_words.h"
#include "model/job/pipeline.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace kneepoint {

using namespace remedy;

namespace {

constexpr double nvlink_Bps = 300e9;
/// As trained with an auxiliary loss on real text: 1.05 to 1.22. Source: shawntan/scattermoe issue 10
constexpr double balanced = 1.1;

std::string_view scheduleName(std::optional<PipelineSchedule> schedule)
{
    return parameter("plan.pipeline_schedule")
        .choices()[static_cast<std::size_t>(schedule.value_or(PipelineSchedule::one_f_one_b))]
        .label;
}

double widestInNode(const Scenario& s)
{
    return std::exp2(std::floor(std::log2(std::max(1.0, s.cluster.gpus_per_node))));
}

bool isAcrossNodes(const Scenario& s)
{
    return s.plan.tensor_parallel > widestInNode(s);
}

/// Pipeline stages that hold the same model where tensor parallelism stays inside the node.
double stagesInstead(const Scenario& s)
{
    return s.plan.pipeline_parallel * (s.plan.tensor_parallel / widestInNode(s));
}

double replicasInNode(const Scenario& s)
{
    return std::floor(s.cluster.gpus_per_node / gpusPerReplica(s));
}

/// Half the degree on twice the replicas, with half the micro-batches where that keeps the global batch.
ParameterChanges narrower(const DiagnosedJob& j, std::string_view id, double degree)
{
    if (degree < 2)
        return {};
    ParameterChanges changes{{id, degree / 2}};
    if (j.s.workload.scaling == Scaling::weak && std::fmod(j.s.plan.accumulation, 2) == 0)
        changes.push_back({"plan.accumulation", j.s.plan.accumulation / 2});
    return changes;
}

/// Changes the parameter that is used at this depth of the model.
ParameterChanges overlapUpTo(const DiagnosedJob& j, double share, ParameterChange of_stack, ParameterChange assumed)
{
    const ParameterChange now = j.s.assumptions.compute_model == ComputeModel::kernels ? of_stack : assumed;
    return when(now.value < share, {{now.id, share}});
}

} // namespace

std::span<const RemedyRecord> layoutRemedies()
{
    static const RemedyRecord records[] = {
        {
            .id = "other-layout",
            .causes = against(
                Cause::over_sharding, Cause::pipeline_bubble, Cause::tiny_batch, Cause::tensor_parallel_slow_link),
            .label = [](Now j) { return layoutLabel(j.s, j.layout, j.calibration); },
            .edit = [](Now j) { return j.layout; },
        },
        {
            .id = "micro-batches-2x",
            .causes = against(Cause::pipeline_bubble),
            .label = [](Now j) { return fmt::format("{} micro-batches per step", text(2 * j.s.plan.accumulation)); },
            .edit = [](Now j) { return set("plan.accumulation", 2 * j.s.plan.accumulation); },
        },
        {
            .id = "micro-batches-4x",
            .causes = against(Cause::pipeline_bubble, Cause::offload_link),
            .label = [](Now j) { return fmt::format("{} micro-batches per step", text(4 * j.s.plan.accumulation)); },
            .edit = [](Now j) { return set("plan.accumulation", 4 * j.s.plan.accumulation); },
        },
        {
            .id = "smaller-micro-batches",
            .causes = against(Cause::pipeline_bubble),
            .label = [](Now j) { return passesLabel(j, 2); },
            .edit = [](Now j) { return morePasses(j, 2); },
        },
        {
            .id = "interleave",
            .causes = against(Cause::pipeline_bubble),
            .label =
                [](Now j) {
                    return fmt::format("Interleaved schedule, {} virtual stages", text(2 * chunksPerStage(j.s.plan)));
                },
            .edit =
                [](Now j) {
                    return when(hasSchedule(j.s, PipelineSchedule::interleaved)
                            && 2 * chunksPerStage(j.s.plan) * j.s.plan.pipeline_parallel <= j.s.workload.layers,
                        "plan.virtual_stages", 2 * chunksPerStage(j.s.plan));
                },
            .note = "more messages between stages",
        },
        {
            .id = "zero-bubble",
            .causes = against(Cause::pipeline_bubble),
            .label = [](Now j) { return fmt::format("{} schedule", scheduleName(offeredSchedule(j.s))); },
            .edit =
                [](Now j) {
                    const auto schedule = offeredSchedule(j.s);
                    return schedule ? ParameterChanges{{"plan.pipeline_schedule", choice(*schedule)}}
                                    : ParameterChanges{};
                },
            .note = "gradients of weights are computed apart; some fusions and full recomputation do not go with it",
        },
        {
            .id = "fewer-stages",
            .causes = against(Cause::pipeline_bubble, Cause::over_sharding),
            .label = [](Now j) { return stagesLabel(j.s.plan.pipeline_parallel / 2); },
            .edit = [](Now j) { return narrower(j, "plan.pipeline_parallel", j.s.plan.pipeline_parallel); },
        },
        {
            .id = "tensor-half",
            .causes = against(
                Cause::tensor_parallel_slow_link, Cause::over_sharding, Cause::tiny_batch, Cause::optimizer_gathers),
            .label = [](Now j) { return fmt::format("TP {}", text(j.s.plan.tensor_parallel / 2)); },
            .edit =
                [](Now j) {
                    return isAcrossNodes(j.s) ? ParameterChanges{}
                                              : narrower(j, "plan.tensor_parallel", j.s.plan.tensor_parallel);
                },
        },
        {
            .id = "tensor-in-node",
            .causes = against(Cause::tensor_parallel_slow_link),
            .label = [](Now j) { return fmt::format("TP {} (within the node)", text(widestInNode(j.s))); },
            .edit = [](Now j) { return when(isAcrossNodes(j.s), "plan.tensor_parallel", widestInNode(j.s)); },
        },
        {
            .id = "tensor-in-node-pipeline",
            .causes = against(Cause::tensor_parallel_slow_link),
            .label =
                [](Now j) {
                    return fmt::format(
                        "TP {} (within the node), PP {}", text(widestInNode(j.s)), text(stagesInstead(j.s)));
                },
            .edit =
                [](Now j) {
                    return when(isAcrossNodes(j.s),
                        {{"plan.tensor_parallel", widestInNode(j.s)}, {"plan.pipeline_parallel", stagesInstead(j.s)}});
                },
        },
        {
            .id = "tensor-in-node-zero-3",
            .causes = against(Cause::tensor_parallel_slow_link),
            .label = [](Now j) { return fmt::format("TP {} (within the node) with ZeRO-3", text(widestInNode(j.s))); },
            .edit =
                [](Now j) {
                    return when(
                        isAcrossNodes(j.s), {{"plan.tensor_parallel", widestInNode(j.s)}, {"plan.zero_stage", 3}});
                },
        },
        {
            .id = "nodes-as-wide",
            .causes = against(Cause::tensor_parallel_slow_link),
            .label = [](Now j) { return fmt::format("{}-GPU NVLink domain", text(j.s.plan.tensor_parallel)); },
            .edit = [](Now j) { return when(isAcrossNodes(j.s), "cluster.gpus_per_node", j.s.plan.tensor_parallel); },
            .effort = Effort::hardware,
        },
        {
            .id = "scale-up",
            .causes = against(Cause::tensor_parallel_slow_link),
            .name = "NVLink within the node",
            .edit =
                [](Now j) {
                    return when(j.s.cluster.scale_up_bandwidth < nvlink_Bps, "cluster.scale_up_bandwidth", nvlink_Bps);
                },
            .effort = Effort::hardware,
        },
        {
            .id = "tensor-overlap",
            .causes = against(Cause::tensor_parallel_slow_link),
            .name = "Overlap half of the TP collectives with GEMMs",
            .edit =
                [](Now j) {
                    return overlapUpTo(j, 0.5, {"stack.tensor_overlap", j.s.stack.tensor_overlap},
                        {"assumptions.tensor_overlap", j.s.assumptions.tensor_overlap});
                },
            .effort = Effort::engineering,
        },
        {
            .id = "experts-in-node",
            .causes = against(Cause::expert_all_to_all),
            .label = [](Now j) { return fmt::format("EP {} (within the node)", text(replicasInNode(j.s))); },
            .edit =
                [](Now j) {
                    return when(replicasInNode(j.s) >= 1 && replicasInNode(j.s) < j.s.plan.expert_parallel,
                        "plan.expert_parallel", replicasInNode(j.s));
                },
        },
        {
            .id = "experts-half",
            .causes = against(Cause::expert_all_to_all, Cause::expert_imbalance),
            .label = [](Now j) { return fmt::format("EP {}", text(j.s.plan.expert_parallel / 2)); },
            .edit =
                [](Now j) {
                    return when(j.s.plan.expert_parallel >= 2, "plan.expert_parallel", j.s.plan.expert_parallel / 2);
                },
        },
        {
            .id = "dispatch-once-per-node",
            .causes = against(Cause::expert_all_to_all),
            .name = "DeepEP: tokens once to each node",
            .edit =
                [](Now j) {
                    return when(!j.s.stack.once_per_node && j.s.plan.expert_dispatch == ExpertDispatch::by_stack,
                        "plan.expert_dispatch", choice(ExpertDispatch::once_per_node));
                },
        },
        {
            .id = "dispatch-hybridep",
            .causes = against(Cause::expert_all_to_all),
            .name = "HybridEP: tokens once to each node, and in it once to each GPU",
            .edit =
                [](Now j) {
                    return when(j.s.plan.expert_dispatch == ExpertDispatch::by_stack
                            || j.s.plan.expert_dispatch == ExpertDispatch::once_per_node,
                        "plan.expert_dispatch", choice(ExpertDispatch::hybrid_ep));
                },
        },
        {
            .id = "balance-experts",
            .causes = against(Cause::expert_imbalance),
            .name = "Balance the experts to within 10 % of the mean",
            .edit =
                [](Now j) {
                    return when(j.s.workload.expert_imbalance > balanced, "workload.expert_imbalance", balanced);
                },
            .effort = Effort::engineering,
            .note = "an auxiliary loss or a bias of the router; it can cost quality",
        },
        {
            .id = "expert-overlap",
            .causes = against(Cause::expert_all_to_all),
            .name = "Overlap 60 % of the all-to-all with other micro-batches",
            .edit =
                [](Now j) {
                    return overlapUpTo(j, 0.6, {"stack.expert_overlap", j.s.stack.expert_overlap},
                        {"assumptions.expert_overlap", j.s.assumptions.expert_overlap});
                },
            .effort = Effort::engineering,
        },
    };
    return records;
}

} // namespace kneepoint
