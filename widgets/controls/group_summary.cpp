// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/group_summary.h"

#include "model/scenario/scenario.h"
#include "model/search/layout.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace kneepoint {
namespace {

std::string value(std::string_view id, const Scenario& s)
{
    const Parameter& p = parameter(id);
    return formatQuantity(p.get(s), p.unit);
}

std::string workloadSummary(const Scenario& s)
{
    const bool steps = s.workload.training_goal == TrainingGoal::steps;
    const bool one = s.workload.training_steps == 1;
    return fmt::format("global batch {}, {}", countText(s.workload.global_batch),
        steps ? value("workload.training_steps", s) + (one ? " step" : " steps")
              : value("workload.training_tokens", s) + (s.workload.sequence_length > 1 ? " tokens" : " examples"));
}

std::string clusterSummary(const Scenario& s)
{
    const double nodes = s.cluster.gpus / s.cluster.gpus_per_node;
    const std::string network = value("cluster.link_rate", s);
    if (s.cluster.gpus_per_node == 1)
        return fmt::format("1 GPU per node, {}", network);
    if (nodes != std::floor(nodes))
        return fmt::format("{} {} of {}, {}", countText(s.cluster.gpus) + (s.cluster.gpus == 1 ? " GPU" : " GPUs"),
            nodes < 1 ? "in a node" : "in nodes", countText(s.cluster.gpus_per_node), network);
    return fmt::format(
        "{} {} × {}, {}", countText(nodes), nodes == 1 ? "node" : "nodes", countText(s.cluster.gpus_per_node), network);
}

std::string planSummary(const Scenario& s)
{
    std::string text;
    const auto degree = [&](std::string_view name, double ranks) {
        if (ranks > 1)
            text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name, countText(ranks));
    };
    degree("TP", s.plan.tensor_parallel);
    degree("PP", s.plan.pipeline_parallel);
    degree("CP", s.plan.context_parallel);
    degree("EP", s.plan.expert_parallel);
    if (s.plan.zero_stage > 0)
        text += fmt::format("{}ZeRO {}", text.empty() ? "" : " · ", s.plan.zero_stage);
    return text.empty() ? "data parallel" : text;
}

std::string assumptionsSummary(const Scenario& s)
{
    std::string tolerance = fmt::format("tolerance {}", value("assumptions.efficiency_tolerance", s));
    if (s.assumptions.overlap_model == OverlapModel::fixed)
        return fmt::format("overlap {}, {}", value("assumptions.overlap", s), tolerance);
    return tolerance;
}

} // namespace

std::string groupSummary(Group group, const Scenario& scenario)
{
    switch (group) {
    case Group::workload:
        return workloadSummary(scenario);
    case Group::cluster:
        return clusterSummary(scenario);
    case Group::plan:
        return planSummary(scenario);
    case Group::stack:
        return scenario.assumptions.compute_model == ComputeModel::sustained ? "textbook" : "kernel-level";
    case Group::assumptions:
        break;
    }
    return assumptionsSummary(scenario);
}

} // namespace kneepoint
