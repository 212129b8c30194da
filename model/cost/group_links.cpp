// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/group_links.h"

#include "model/cost/constants.h"
#include "model/cost/torus.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Fraction of the scale-up bandwidth available to ranks spread over `span` GPUs of a PCIe node.
double hostShare(const Cluster& c, double span)
{
    if (c.switch_gpus <= 0 || span <= c.switch_gpus)
        return 1;
    return span <= std::max(c.switch_gpus, c.gpus_per_node / sockets) ? c.bridge_share : c.socket_share;
}

void followTorus(GroupLinks& g, const Cluster& c, double stride)
{
    const double chips = std::min(c.gpus_per_node, std::max(c.gpus, g.per_node * stride));
    const TorusShare share = torusShare({torusAxes(c.topology), chips, c.torus_ring}, g.per_node, stride);
    g.node_Bps *= share.ring;
    g.torus_exchange = share.exchange / share.ring;
    g.torus_hops = share.hops;
}

} // namespace

double GroupLinks::ringBps() const
{
    return inNode() ? node_Bps : std::min(node_Bps, per_node * port_Bps);
}

double GroupLinks::allToAllBps() const
{
    return inNode() ? nodeExchangeBps() : std::min(nodeExchangeBps(), port_Bps);
}

double GroupLinks::nodeHops() const
{
    return onTorus() ? torus_hops : std::min(per_node, ranks) - 1;
}

GroupLinks groupLinks(const Cluster& c, double ranks, double stride)
{
    const double beyond_leaf = ranks * stride > c.pod_gpus ? c.oversubscription : 1;
    GroupLinks g;
    g.ranks = ranks;
    g.per_node = std::clamp(c.gpus_per_node / stride, 1.0, std::max(1.0, ranks));
    g.port_Bps = c.link_rate * c.link_efficiency / (c.nic_sharing * beyond_leaf);
    g.port_latency_s = c.link_latency_s;
    const bool scale_up = c.gpus_per_node > 1;
    g.host_links = scale_up && c.switch_gpus > 0;
    g.node_Bps =
        scale_up ? c.scale_up_bandwidth * c.scale_up_efficiency * hostShare(c, g.per_node * stride) : g.port_Bps;
    g.switch_Bps = scale_up ? c.scale_up_bandwidth * c.scale_up_efficiency * c.switch_reduction : 0;
    g.node_latency_s = scale_up ? c.scale_up_latency_s : g.port_latency_s;
    g.exchange_share = c.exchange_share;
    g.base_s = c.collective_base_s;
    if (scale_up && c.topology != Topology::switched)
        followTorus(g, c, stride);
    return g;
}

} // namespace kneepoint
