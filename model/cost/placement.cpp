// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/placement.h"

#include <algorithm>

namespace kneepoint {

Placement placeGroups(const Scenario& s)
{
    const Plan& plan = s.plan;
    const double replicas = workers(s);
    const double data_stride = plan.tensor_parallel * plan.context_parallel;
    const double sharing = plan.shard_group > 0 ? std::min(plan.shard_group, replicas) : replicas;
    Placement p;
    p.tensor = groupLinks(s.cluster, plan.tensor_parallel, 1);
    p.context = groupLinks(s.cluster, plan.context_parallel, plan.tensor_parallel);
    p.data = groupLinks(s.cluster, replicas, data_stride);
    p.expert = groupLinks(s.cluster, std::min(plan.expert_parallel, replicas), data_stride);
    p.shard = groupLinks(s.cluster, sharing, data_stride);
    p.copies = groupLinks(s.cluster, replicas / sharing, data_stride * sharing);
    for (GroupLinks* g : {&p.tensor, &p.context, &p.data, &p.expert, &p.shard, &p.copies})
        g->base_s += s.stack.collective_start_s;
    const double all = data_stride * replicas * plan.pipeline_parallel;
    const bool inside = all <= s.cluster.gpus_per_node || data_stride * replicas < s.cluster.gpus_per_node;
    p.stage_Bps = inside ? p.data.node_Bps : p.data.port_Bps;
    p.stage_latency_s = inside ? p.data.node_latency_s : p.data.port_latency_s;
    return p;
}

} // namespace kneepoint
