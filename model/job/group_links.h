// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/fabric.h"
#include "model/job/group_shape.h"

#include <algorithm>

namespace kneepoint {

/// A group of communicating ranks, and the bandwidth and latency that each of them gets within a node and between
/// nodes.
struct GroupLinks {
    double ranks = 1;
    double per_node = 1; ///< ranks of the group in one node
    double node_Bps = 0; ///< bandwidth per rank within the node
    double node_latency_s = 0;
    double port_Bps = 0; ///< bandwidth per rank between nodes
    double port_latency_s = 0;
    double port_ranks = 1;         ///< GPUs that share a NIC, of the group or not; below 1: a GPU has several
    double base_s = 0;             ///< time of the smallest collective without its hops, with wire protocols
    double switch_Bps = 0;         ///< rate of reduction in the node's switch; 0: not supported
    double exchange_share = 1;     ///< fraction of port_Bps that an all-to-all gets, with wire protocols
    double exchange_conflicts = 0; ///< how much longer it takes among very many nodes than between two
    bool host_links = false;       ///< the ranks of a node communicate over PCIe
    bool sockets = false;          ///< TCP between nodes
    double torus_hops = 0;         ///< hops to the farthest rank of the node if its links form a torus; 0: a switch
    double torus_exchange = 1;     ///< fraction of node_Bps that an all-to-all gets on the torus
    [[nodiscard]] double nodes() const { return ranks / per_node; }
    [[nodiscard]] bool inNode() const { return ranks <= per_node; }
    /// Bandwidth of a ring: within a node the scale-up link; across nodes also limited by all the NICs of the group in
    /// a node together.
    [[nodiscard]] double ringBps() const { return inNode() ? node_Bps : std::min(node_Bps, per_node * port_Bps); }
    /// All-to-all bandwidth per rank: within its node, and over the whole group.
    [[nodiscard]] double nodeExchangeBps() const { return node_Bps * torus_exchange; }
    /// The same between nodes, with wire protocols: falls with the number of nodes, because flows to different nodes
    /// meet in the network.
    [[nodiscard]] double portExchangeBps() const
    {
        const double other_nodes = std::max(1.0, nodes() - 1);
        return port_Bps * exchange_share / (1 + exchange_conflicts * (1 - 1 / other_nodes));
    }
    [[nodiscard]] double allToAllBps() const
    {
        return inNode() ? nodeExchangeBps() : std::min(nodeExchangeBps(), port_Bps);
    }
    /// Hops of one pass around the ring within a node; on a torus, along all of its axes.
    [[nodiscard]] double nodeHops() const { return onTorus() ? torus_hops : std::min(per_node, ranks) - 1; }
    [[nodiscard]] bool onTorus() const { return torus_hops > 0; }
};

/// Links of a group (tensor-parallel ranks have stride 1; replicas, the GPUs of a replica). Between nodes, a rank gets
/// line rate × efficiency / (GPUs per NIC), and 1/r of that beyond the leaf. The node of a torus is a slice, of whose
/// links a group gets torusShare().
[[nodiscard]] GroupLinks groupLinks(const Fabric& fabric, const GroupShape& group);
/// The same for collectives in a step, which take longer to start than those of a benchmark.
[[nodiscard]] GroupLinks linksInStep(const Fabric& fabric, const GroupShape& group);
/// The same for a group on this cluster.
[[nodiscard]] GroupLinks groupLinks(const Cluster& cluster, double ranks, double stride);

/// Link between two ranks of a group: a GPU and its counterpart on the next pipeline stage.
struct PairLink {
    double Bps = 0;
    double latency_s = 0;
};
/// Inside a node, two ranks use the faster of its links and the network.
[[nodiscard]] PairLink pairLink(const GroupLinks& links, bool inside);

} // namespace kneepoint
