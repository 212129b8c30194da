// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/cluster_picture.h"

#include "model/cost/collectives.h"
#include "model/job/group_links.h"
#include "model/job/job.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

ClusterLink linkOf(LinkLevel level, double bytes, double bandwidth_Bps, double step_s)
{
    const double busy_s = bandwidth_Bps > 0 ? bytes / bandwidth_Bps : 0;
    return {level, bytes, bandwidth_Bps, busy_s, step_s > 0 ? busy_s / step_s : 0};
}

/// The effective bandwidth of a GPU within its node over all its traffic: on a torus, every group uses the links of its
/// own axes.
double nodeBps(const Job& job, const LinkTraffic& sent, double whole_Bps)
{
    const Fabric& fabric = job.setup.fabric;
    if (fabric.topology == Topology::switched || sent.of(LinkLevel::node) <= 0)
        return whole_Bps;
    const LayerGroups& groups = job.placement.groups;
    const GroupLinks data = groupLinks(fabric, job.placement.exchange.data);
    const std::pair<RankGroup, double> rates[] = {{RankGroup::tensor, groupLinks(fabric, groups.tensor).node_Bps},
        {RankGroup::context, groupLinks(fabric, groups.context).node_Bps}, {RankGroup::data, data.node_Bps},
        {RankGroup::expert, groupLinks(fabric, groups.expert).nodeExchangeBps()},
        {RankGroup::pipeline, stageLink(job).Bps}};
    double busy_s = 0;
    for (const auto& [group, Bps] : rates)
        busy_s += Bps > 0 ? sent.of(group, LinkLevel::node) / Bps : 0;
    return busy_s > 0 ? sent.of(LinkLevel::node) / busy_s : whole_Bps;
}

} // namespace

const ClusterLink* ClusterPicture::link(LinkLevel level) const
{
    const auto found = std::ranges::find(links, level, &ClusterLink::level);
    return found == links.end() ? nullptr : &*found;
}

ClusterPicture clusterPicture(const Analysis& a)
{
    const Cluster& c = a.scenario.cluster;
    ClusterPicture p;
    p.gpus = a.step.gpus;
    p.gpus_per_node = std::min(c.gpus_per_node, std::max(1.0, p.gpus));
    if (c.topology != Topology::switched)
        p.slice = torusSides({torusAxes(c.topology), p.gpus_per_node, c.torus_ring});
    p.nodes = std::ceil(p.gpus / p.gpus_per_node);
    p.nics_per_node = c.nics_per_node;
    p.nodes_per_leaf = std::max(1.0, std::floor(c.pod_gpus / p.gpus_per_node));
    p.leaves = std::ceil(p.nodes / p.nodes_per_leaf);
    p.oversubscription = c.oversubscription;
    const LinkTraffic& sent = a.step.traffic;
    const GroupLinks inside = groupLinks(c, p.gpus_per_node, 1);
    const double port_Bps = c.lineRatePerGpu() * c.link_efficiency;
    const double spine = sent.of(LinkLevel::spine);
    if (p.gpus_per_node > 1)
        p.links.push_back(linkOf(LinkLevel::node, sent.of(LinkLevel::node),
            nodeBps(resolve(a.scenario, a.calibration), sent, inside.node_Bps), a.step.step_s));
    if (p.nodes > 1)
        p.links.push_back(linkOf(LinkLevel::leaf, sent.of(LinkLevel::leaf) + spine, port_Bps, a.step.step_s));
    if (p.leaves > 1)
        p.links.push_back(linkOf(LinkLevel::spine, spine, port_Bps / c.oversubscription, a.step.step_s));
    const auto busiest = std::ranges::max_element(p.links, {}, &ClusterLink::busy_s);
    if (busiest != p.links.end() && busiest->busy_s > 0)
        p.bottleneck = static_cast<std::size_t>(busiest - p.links.begin());
    return p;
}

std::string linkLabel(const ClusterPicture& p, LinkLevel level)
{
    switch (level) {
    case LinkLevel::node:
        return p.slice.empty() ? "inside the node" : "inside the slice";
    case LinkLevel::leaf:
        return "NIC to leaf";
    case LinkLevel::spine:
        break;
    }
    return "leaf to spine";
}

std::string sliceLabel(const ClusterPicture& p)
{
    if (p.slice.empty())
        return {};
    std::string sides;
    for (const TorusSide& side : p.slice)
        sides += (sides.empty() ? "" : " × ") + words::number(side.chips);
    return (std::ranges::any_of(p.slice, &TorusSide::closed) ? "torus of " : "mesh of ") + sides;
}

std::string clusterSentence(const ClusterPicture& p)
{
    const bool several = p.nodes > 1;
    std::string size = fmt::format("{} GPU{} in {} {}{}", words::number(p.gpus), p.gpus == 1 ? "" : "s",
        words::number(p.nodes), p.slice.empty() ? "node" : "slice", several ? "s" : "");
    if (!p.slice.empty())
        size += fmt::format(", {} {}", several ? "each a" : "a", sliceLabel(p));
    if (!p.bottleneck)
        return size + ": no link carries traffic.";
    const ClusterLink& busiest = p.links[*p.bottleneck];
    return fmt::format(
        "{}: the busiest link is {}, over which each GPU sends {} per step; this takes {}, {} of the step.", size,
        linkLabel(p, busiest.level), words::bytes(busiest.bytes), words::seconds(busiest.busy_s),
        words::percent(busiest.utilization));
}

} // namespace kneepoint
