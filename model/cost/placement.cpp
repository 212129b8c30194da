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

} // namespace

GroupLinks dataLinks(const Scenario& s)
{
    return linksOfStep(s, workers(s), s.plan.tensor_parallel * s.plan.context_parallel);
}

Placement placeGroups(const Scenario& s)
{
    const Plan& plan = s.plan;
    const double replicas = workers(s);
    const double data_stride = plan.tensor_parallel * plan.context_parallel;
    const double sharing = plan.shard_group > 0 ? std::min(plan.shard_group, replicas) : replicas;
    Placement p;
    p.tensor = linksOfStep(s, plan.tensor_parallel, 1);
    p.context = linksOfStep(s, plan.context_parallel, plan.tensor_parallel);
    p.data = dataLinks(s);
    p.expert = linksOfStep(s, std::min(plan.expert_parallel, replicas), data_stride);
    p.shard = linksOfStep(s, sharing, data_stride);
    p.copies = linksOfStep(s, replicas / sharing, data_stride * sharing);
    const double all = data_stride * replicas * plan.pipeline_parallel;
    const bool inside = all <= s.cluster.gpus_per_node || data_stride * replicas < s.cluster.gpus_per_node;
    p.stage_Bps = inside ? p.data.node_Bps : p.data.port_Bps;
    p.stage_latency_s = inside ? p.data.node_latency_s : p.data.port_latency_s;
    return p;
}

} // namespace kneepoint
