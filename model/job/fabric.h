// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// The links of a cluster as software uses them. Bandwidths in bytes/s and one direction.
struct Fabric {
    Topology topology = Topology::switched;
    double node_gpus = 1;
    double leaf_gpus = 1;          ///< GPUs under one leaf switch
    double torus_ring = 1;         ///< smallest number of GPUs on an axis that has wraparound links
    double node_Bps = 0;           ///< of a GPU within its node
    double switch_Bps = 0;         ///< rate of reduction in the node's switch; 0: not supported
    double node_latency_s = 0;     ///< of a hop within a node
    double switch_gpus = 0;        ///< GPUs under one PCIe switch; 0: the GPUs of a node have dedicated links
    double bridge_share = 1;       ///< fraction of node_Bps between PCIe switches
    double socket_share = 1;       ///< fraction of node_Bps between the two sockets
    double nic_Bps = 0;            ///< of a GPU's share of the NICs of its node
    double nic_gpus = 1;           ///< GPUs that share a NIC; below 1: a GPU has several
    double oversubscription = 1;   ///< r of r:1 oversubscription above the leaf
    double port_latency_s = 0;     ///< of a hop between nodes
    double exchange_share = 1;     ///< fraction of the NIC bandwidth that an all-to-all gets
    double exchange_conflicts = 0; ///< how much longer an all-to-all takes among very many nodes than between two
    bool sockets = false;          ///< TCP between nodes
    double sites = 1;              ///< that share the replicas of the job
    double site_Bps = 0;           ///< from one site to the others
    double site_latency_s = 0;     ///< of a message between sites
    double base_s = 0;             ///< time of the smallest collective without its hops
    double start_s = 0;            ///< additional time of a collective in a step compared to one in a benchmark loop
    [[nodiscard]] bool hasScaleUp() const { return node_gpus > 1; }
    [[nodiscard]] bool isTorus() const { return hasScaleUp() && topology != Topology::switched; }
};
[[nodiscard]] Fabric fabricOf(const Cluster& cluster);
[[nodiscard]] Fabric fabricOf(const Cluster& cluster, const Stack& software);

} // namespace kneepoint
