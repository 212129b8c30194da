// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/scenario/links.h"
#include "model/scenario/scenario_fwd.h"

/// Time of collectives over two levels of links: inside a node and between nodes.
namespace kneepoint {

/// A group of ranks that talk to each other, and what each of them gets of the links.
struct GroupLinks {
    double ranks = 1;
    double per_node = 1; ///< ranks of the group in one node
    double node_Bps = 0; ///< bandwidth of one rank inside the node
    double node_latency_s = 0;
    double port_Bps = 0; ///< bandwidth of one rank between nodes
    double port_latency_s = 0;
    double base_s = 0;         ///< of the smallest collective beside its hops, under CollectiveModel::protocols
    double switch_Bps = 0;     ///< at which the switch inside the node adds up; 0: it cannot
    double exchange_share = 1; ///< of port_Bps when all talk to all, under CollectiveModel::protocols
    bool host_links = false;   ///< inside the node the ranks meet over PCIe
    double torus_hops = 0;     ///< to the farthest rank of the node, where its links form a torus; 0: a switch
    double torus_exchange = 1; ///< of node_Bps when all talk to all over that torus
    [[nodiscard]] double nodes() const { return ranks / per_node; }
    /// Bandwidth of a ring: inside a node the scale-up link; across nodes also the ports that the group owns in a node,
    /// which carry it together.
    [[nodiscard]] double ringBps() const;
    /// Bandwidth of one rank when all talk to all: inside its node, and of the whole group.
    [[nodiscard]] double nodeExchangeBps() const { return node_Bps * torus_exchange; }
    [[nodiscard]] double allToAllBps() const;
    /// Hops inside a node of a collective that goes round once: on a torus along all of its axes.
    [[nodiscard]] double nodeHops() const;
    [[nodiscard]] bool onTorus() const { return torus_hops > 0; }
};

/// Links of a group of `ranks` whose neighbors lie `stride` GPUs apart (tensor-parallel ranks: 1; replicas: the GPUs
/// of a replica). Between nodes a rank gets line rate × efficiency / (GPUs per port), and 1/r of that beyond the leaf.
/// The node of a torus is a slice; of its links a group gets torusShare().
[[nodiscard]] GroupLinks groupLinks(const Cluster& cluster, double ranks, double stride);

struct CollectiveTime {
    double seconds = 0;
    double latency_s = 0; ///< contained in seconds
    double bytes = 0;     ///< sent and received per rank, as the model counts them
};

/// All-reduce of `payload` bytes in `messages` pieces; nothing for one rank. Bandwidth terms: CollectiveModel. Latency:
/// ring 2(K−1) hops, tree 2·log₂K hops (communication wall, collective algorithms). The law is looked at under
/// CollectiveModel::protocols only, here and below.
[[nodiscard]] CollectiveTime allReduce(const GroupLinks& links, double payload, double messages, CollectiveModel model,
    CollectiveAlgorithm algorithm, const CollectiveLaw& law);

/// All-gather or reduce-scatter of `payload` bytes (gathered) in `messages` pieces: rings, so latency grows with the
/// number of ranks.
[[nodiscard]] CollectiveTime gather(
    const GroupLinks& links, double payload, double messages, CollectiveModel model, const CollectiveLaw& law);

/// All-to-all of `payload` bytes a rank, (e−1)/e of which leave it.
[[nodiscard]] CollectiveTime allToAll(
    const GroupLinks& links, double payload, CollectiveModel model, const CollectiveLaw& law);

/// Asynchronous push and pull: 2·S/B × max(1, K/servers) (communication bottlenecks: parameter server).
[[nodiscard]] CollectiveTime parameterServer(
    const GroupLinks& links, double payload, double servers, CollectiveModel model);

/// Synchronous push and pull in `messages` pieces: reduction inside each of m nodes, then every node sends its sum to
/// the n servers and takes the new weights. Servers share the nodes, and keep what their own sends, so the node of one
/// sends S·(m + n − 2)/n; more servers than nodes serve no faster. The two run at once, piece by piece (BytePS).
[[nodiscard]] CollectiveTime serverBarrier(
    const GroupLinks& links, double payload, double messages, double servers, CollectiveModel model);

/// Serial steps of a ring all-reduce, 2(n−1).
[[nodiscard]] double ringSteps(double ranks);
/// Hops from leaf to root of a tree, ⌈log₂ n⌉.
[[nodiscard]] double treeDepth(double ranks);

} // namespace kneepoint
