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
        {"other-layout",
            against(Cause::over_sharding, Cause::pipeline_bubble, Cause::tiny_batch, Cause::tensor_parallel_slow_link),
            [](Now j) { return layoutLabel(j.s, j.layout, j.calibration); }, [](Now j) { return j.layout; }},
        {"micro-batches-2x", against(Cause::pipeline_bubble),
            [](Now j) { return fmt::format("{} micro-batches per step", text(2 * j.s.plan.accumulation)); },
            [](Now j) { return set("plan.accumulation", 2 * j.s.plan.accumulation); }},
        {"micro-batches-4x", against(Cause::pipeline_bubble, Cause::offload_link),
            [](Now j) { return fmt::format("{} micro-batches per step", text(4 * j.s.plan.accumulation)); },
            [](Now j) { return set("plan.accumulation", 4 * j.s.plan.accumulation); }},
        {"smaller-micro-batches", against(Cause::pipeline_bubble), [](Now j) { return passesLabel(j, 2); },
            [](Now j) { return morePasses(j, 2); }},
        {"interleave", against(Cause::pipeline_bubble),
            [](Now j) {
                return fmt::format("Interleaved schedule, {} virtual stages", text(2 * chunksPerStage(j.s.plan)));
            },
            [](Now j) {
                return when(hasSchedule(j.s, PipelineSchedule::interleaved)
                        && 2 * chunksPerStage(j.s.plan) * j.s.plan.pipeline_parallel <= j.s.workload.layers,
                    "plan.virtual_stages", 2 * chunksPerStage(j.s.plan));
            },
            {.note = "more messages between stages"}},
        {"zero-bubble", against(Cause::pipeline_bubble),
            [](Now j) { return fmt::format("{} schedule", scheduleName(offeredSchedule(j.s))); },
            [](Now j) {
                const auto schedule = offeredSchedule(j.s);
                return schedule ? ParameterChanges{{"plan.pipeline_schedule", choice(*schedule)}} : ParameterChanges{};
            },
            {.note = "gradients of weights are computed apart; some fusions and full recomputation do not go with it"}},
        {"fewer-stages", against(Cause::pipeline_bubble, Cause::over_sharding),
            [](Now j) { return stagesLabel(j.s.plan.pipeline_parallel / 2); },
            [](Now j) { return narrower(j, "plan.pipeline_parallel", j.s.plan.pipeline_parallel); }},
        {"tensor-half",
            against(
                Cause::tensor_parallel_slow_link, Cause::over_sharding, Cause::tiny_batch, Cause::optimizer_gathers),
            [](Now j) { return fmt::format("TP {}", text(j.s.plan.tensor_parallel / 2)); },
            [](Now j) {
                return isAcrossNodes(j.s) ? ParameterChanges{}
                                          : narrower(j, "plan.tensor_parallel", j.s.plan.tensor_parallel);
            }},
        {"tensor-in-node", against(Cause::tensor_parallel_slow_link),
            [](Now j) { return fmt::format("TP {} (within the node)", text(widestInNode(j.s))); },
            [](Now j) { return when(isAcrossNodes(j.s), "plan.tensor_parallel", widestInNode(j.s)); }},
        {"tensor-in-node-pipeline", against(Cause::tensor_parallel_slow_link),
            [](Now j) {
                return fmt::format("TP {} (within the node), PP {}", text(widestInNode(j.s)), text(stagesInstead(j.s)));
            },
            [](Now j) {
                return when(isAcrossNodes(j.s),
                    {{"plan.tensor_parallel", widestInNode(j.s)}, {"plan.pipeline_parallel", stagesInstead(j.s)}});
            }},
        {"tensor-in-node-zero-3", against(Cause::tensor_parallel_slow_link),
            [](Now j) { return fmt::format("TP {} (within the node) with ZeRO-3", text(widestInNode(j.s))); },
            [](Now j) {
                return when(isAcrossNodes(j.s), {{"plan.tensor_parallel", widestInNode(j.s)}, {"plan.zero_stage", 3}});
            }},
        {"nodes-as-wide", against(Cause::tensor_parallel_slow_link),
            [](Now j) { return fmt::format("{}-GPU NVLink domain", text(j.s.plan.tensor_parallel)); },
            [](Now j) { return when(isAcrossNodes(j.s), "cluster.gpus_per_node", j.s.plan.tensor_parallel); },
            {.effort = Effort::hardware}},
        {"scale-up", against(Cause::tensor_parallel_slow_link), "NVLink within the node",
            [](Now j) {
                return when(j.s.cluster.scale_up_bandwidth < nvlink_Bps, "cluster.scale_up_bandwidth", nvlink_Bps);
            },
            {.effort = Effort::hardware}},
        {"tensor-overlap", against(Cause::tensor_parallel_slow_link), "Overlap half of the TP collectives with GEMMs",
            [](Now j) {
                return overlapUpTo(j, 0.5, {"stack.tensor_overlap", j.s.stack.tensor_overlap},
                    {"assumptions.tensor_overlap", j.s.assumptions.tensor_overlap});
            },
            {.effort = Effort::engineering}},
        {"experts-in-node", against(Cause::expert_all_to_all),
            [](Now j) { return fmt::format("EP {} (within the node)", text(replicasInNode(j.s))); },
            [](Now j) {
                return when(replicasInNode(j.s) >= 1 && replicasInNode(j.s) < j.s.plan.expert_parallel,
                    "plan.expert_parallel", replicasInNode(j.s));
            }},
        {"experts-half", against(Cause::expert_all_to_all, Cause::expert_imbalance),
            [](Now j) { return fmt::format("EP {}", text(j.s.plan.expert_parallel / 2)); },
            [](Now j) {
                return when(j.s.plan.expert_parallel >= 2, "plan.expert_parallel", j.s.plan.expert_parallel / 2);
            }},
        {"dispatch-once-per-node", against(Cause::expert_all_to_all), "DeepEP: tokens once to each node",
            [](Now j) {
                return when(!j.s.stack.once_per_node && j.s.plan.expert_dispatch == ExpertDispatch::by_stack,
                    "plan.expert_dispatch", choice(ExpertDispatch::once_per_node));
            }},
        {"dispatch-hybridep", against(Cause::expert_all_to_all),
            "HybridEP: tokens once to each node, and in it once to each GPU",
            [](Now j) {
                return when(j.s.plan.expert_dispatch == ExpertDispatch::by_stack
                        || j.s.plan.expert_dispatch == ExpertDispatch::once_per_node,
                    "plan.expert_dispatch", choice(ExpertDispatch::hybrid_ep));
            }},
        {"balance-experts", against(Cause::expert_imbalance), "Balance the experts to within 10 % of the mean",
            [](Now j) { return when(j.s.workload.expert_imbalance > balanced, "workload.expert_imbalance", balanced); },
            {.effort = Effort::engineering, .note = "an auxiliary loss or a bias of the router; it can cost quality"}},
        {"expert-overlap", against(Cause::expert_all_to_all), "Overlap 60 % of the all-to-all with other micro-batches",
            [](Now j) {
                return overlapUpTo(j, 0.6, {"stack.expert_overlap", j.s.stack.expert_overlap},
                    {"assumptions.expert_overlap", j.s.assumptions.expert_overlap});
            },
            {.effort = Effort::engineering}},
    };
    return records;
}

} // namespace kneepoint
