// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/fabric.h"

#include "model/scenario/scenario.h"

namespace kneepoint {

Fabric fabricOf(const Cluster& c)
{
    const double node_Bps = c.scale_up_bandwidth * c.scale_up_efficiency;
    return {
        .topology = c.topology,
        .node_gpus = c.gpus_per_node,
        .leaf_gpus = c.pod_gpus,
        .torus_ring = c.torus_ring,
        .node_Bps = node_Bps,
        .switch_Bps = node_Bps * c.switch_reduction,
        .node_latency_s = c.scale_up_latency_s,
        .switch_gpus = c.switch_gpus,
        .bridge_share = c.bridge_share,
        .socket_share = c.socket_share,
        .nic_Bps = c.lineRatePerGpu() * c.link_efficiency,
        .nic_gpus = c.gpus_per_node / c.nics_per_node,
        .oversubscription = c.oversubscription,
        .port_latency_s = c.link_latency_s,
        .exchange_share = c.exchange_share,
        .exchange_conflicts = c.exchange_conflicts,
        .sockets = c.protocol == Protocol::tcp,
        .sites = c.sites,
        .site_Bps = c.site_bandwidth,
        .site_latency_s = c.site_latency_s,
        .base_s = c.collective_base_s,
    };
}

Fabric fabricOf(const Cluster& cluster, const Stack& software)
{
    Fabric f = fabricOf(cluster);
    f.start_s = software.collective_start_s;
    return f;
}

} // namespace kneepoint
