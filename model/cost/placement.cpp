// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/placement.h"

#include <algorithm>

namespace kneepoint {
namespace {

GroupLinks linksOfStep(const Scenario& s, double ranks, double stride)
{
    GroupLinks links = groupLinks(s.cluster, ranks, stride);
    links.base_s += s.stack.collective_start_s;
    return links;
}

double ranksOfReplicaStage(const Plan& plan)
{
    return plan.tensor_parallel * plan.context_parallel;
}

} // namespace

Placement placeGroups(const Scenario& s)
{
    const Plan& plan = s.plan;
    const double replicas = workers(s);
    const double stride = ranksOfReplicaStage(plan);
    const double sharing = plan.shard_group > 0 ? std::min(plan.shard_group, replicas) : replicas;
    Placement p;
    p.tensor = linksOfStep(s, plan.tensor_parallel, 1);
    p.context = linksOfStep(s, plan.context_parallel, plan.tensor_parallel);
    p.expert = linksOfStep(s, std::min(plan.expert_parallel, replicas), stride);
    p.shard = linksOfStep(s, sharing, stride);
    p.copies = linksOfStep(s, replicas / sharing, stride * sharing);
    return p;
}

GroupLinks dataLinks(const Scenario& s)
{
    return linksOfStep(s, workers(s), ranksOfReplicaStage(s.plan));
}

StageLink stageLink(const Scenario& s)
{
    const GroupLinks links = dataLinks(s);
    const double stage = ranksOfReplicaStage(s.plan) * links.ranks;
    const bool inside = stage * s.plan.pipeline_parallel <= s.cluster.gpus_per_node || stage < s.cluster.gpus_per_node;
    return inside ? StageLink{links.node_Bps, links.node_latency_s} : StageLink{links.port_Bps, links.port_latency_s};
}

} // namespace kneepoint
