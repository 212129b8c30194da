// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/group_links.h"

#include "model/constants/physics.h"
#include "model/job/torus.h"
#include "model/scenario/scenario.h"

namespace kneepoint {
namespace {

/// Fraction of the scale-up bandwidth available to ranks spread over `span` GPUs of a PCIe node.
double hostShare(const Fabric& f, double span)
{
    if (f.switch_gpus <= 0 || span <= f.switch_gpus)
        return 1;
    return span <= std::max(f.switch_gpus, f.node_gpus / sockets) ? f.bridge_share : f.socket_share;
}

void followTorus(GroupLinks& g, const Fabric& f, const GroupShape& group)
{
    const double chips = std::min(f.node_gpus, std::max(group.torus_gpus, group.span(g.per_node)));
    const TorusShare share =
        torusShare({torusAxes(f.topology), chips, f.torus_ring}, g.per_node, group.span(g.per_node) / g.per_node);
    g.node_Bps *= share.ring;
    g.torus_exchange = share.exchange / share.ring;
    g.torus_hops = share.hops;
}

} // namespace

GroupLinks groupLinks(const Fabric& f, const GroupShape& group)
{
    const bool scale_up = f.hasScaleUp();
    const double beyond_leaf = group.span(group.ranks) > f.leaf_gpus ? f.oversubscription : 1;
    GroupLinks g;
    g.ranks = group.ranks;
    g.per_node = group.within(f.node_gpus);
    g.port_Bps = f.nic_Bps / beyond_leaf;
    g.port_latency_s = f.port_latency_s;
    g.port_ranks = f.nic_gpus;
    g.sockets = f.sockets;
    g.host_links = scale_up && f.switch_gpus > 0;
    g.node_Bps = scale_up ? f.node_Bps * hostShare(f, group.span(g.per_node)) : g.port_Bps;
    g.switch_Bps = scale_up ? f.switch_Bps : 0;
    g.node_latency_s = scale_up ? f.node_latency_s : g.port_latency_s;
    g.exchange_share = f.exchange_share;
    g.exchange_conflicts = f.exchange_conflicts;
    g.base_s = f.base_s;
    if (f.isTorus())
        followTorus(g, f, group);
    return g;
}

GroupLinks linksInStep(const Fabric& fabric, const GroupShape& group)
{
    GroupLinks links = groupLinks(fabric, group);
    links.base_s += fabric.start_s;
    return links;
}

GroupLinks groupLinks(const Cluster& cluster, double ranks, double stride)
{
    return groupLinks(fabricOf(cluster), {ranks, stride, cluster.gpus});
}

PairLink pairLink(const GroupLinks& links, bool inside)
{
    if (!inside)
        return {links.port_Bps, links.port_latency_s};
    return {std::max(links.node_Bps, links.port_Bps), std::min(links.node_latency_s, links.port_latency_s)};
}

} // namespace kneepoint
