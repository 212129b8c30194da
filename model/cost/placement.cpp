// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/placement.h"

#include "model/cost/operations.h"
#include "model/scenario/scenario.h"

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

Placement placeGroups(const Scenario& s)
{
    const Plan& plan = s.plan;
    const double stride = plan.tensor_parallel;
    Placement p;
    p.tensor = linksOfStep(s, plan.tensor_parallel, 1);
    p.context = linksOfStep(s, plan.context_parallel, stride);
    p.expert = linksOfStep(s, expertRanks(s), stride);
    p.shard = shardLinks(s);
    p.copies = copyLinks(s);
    return p;
}

GroupLinks dataLinks(const Scenario& s)
{
    return linksOfStep(s, gradientRanks(s), s.plan.tensor_parallel);
}

GroupLinks shardLinks(const Scenario& s)
{
    return linksOfStep(s, shardRanks(s), s.plan.tensor_parallel);
}

GroupLinks copyLinks(const Scenario& s)
{
    const double sharing = shardRanks(s);
    return linksOfStep(s, gradientRanks(s) / sharing, s.plan.tensor_parallel * sharing);
}

bool stagesSpanNodes(const Scenario& s)
{
    return s.plan.pipeline_parallel > 1
        && s.plan.tensor_parallel * gradientRanks(s) * s.plan.pipeline_parallel > s.cluster.gpus_per_node;
}

StageLink stageLink(const Scenario& s)
{
    const GroupLinks links = dataLinks(s);
    const bool inside = !stagesSpanNodes(s) || s.plan.tensor_parallel * links.ranks < s.cluster.gpus_per_node;
    return stageLink(links, inside);
}

StageLink stageLink(const GroupLinks& links, bool inside)
{
    if (!inside)
        return {links.port_Bps, links.port_latency_s};
    return {std::max(links.node_Bps, links.port_Bps), std::min(links.node_latency_s, links.port_latency_s)};
}

} // namespace kneepoint
