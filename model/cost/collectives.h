// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/links.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

/// Time of collectives over two levels of links: within a node and between nodes.
namespace kneepoint {

/// A group of communicating ranks, and the bandwidth and latency that each of them gets.
struct GroupLinks {
    double ranks = 1;
    double per_node = 1; ///< ranks of the group in one node
    double node_Bps = 0; ///< bandwidth per rank within the node
    double node_latency_s = 0;
    double port_Bps = 0; ///< bandwidth per rank between nodes
    double port_latency_s = 0;
    double base_s = 0;         ///< time of the smallest collective without its hops, for CollectiveModel::protocols
    double switch_Bps = 0;     ///< rate of reduction in the node's switch; 0: not supported
    double exchange_share = 1; ///< fraction of port_Bps that an all-to-all gets, for CollectiveModel::protocols
    bool host_links = false;   ///< the ranks of a node communicate over PCIe
    double torus_hops = 0;     ///< hops to the farthest rank of the node if its links form a torus; 0: a switch
    double torus_exchange = 1; ///< fraction of node_Bps that an all-to-all gets on the torus
    [[nodiscard]] double nodes() const { return ranks / per_node; }
    /// Bandwidth of a ring: within a node the scale-up link; across nodes also limited by all the NICs of the group in
    /// a node together.
    [[nodiscard]] double ringBps() const;
    /// All-to-all bandwidth per rank: within its node, and over the whole group.
    [[nodiscard]] double nodeExchangeBps() const { return node_Bps * torus_exchange; }
    [[nodiscard]] double allToAllBps() const;
    /// Hops of one pass around the ring within a node; on a torus, along all of its axes.
    [[nodiscard]] double nodeHops() const;
    [[nodiscard]] bool onTorus() const { return torus_hops > 0; }
};

/// Links of a group of `ranks` whose neighbors are `stride` GPUs apart (tensor-parallel ranks: 1; replicas: the GPUs of
/// a replica). Between nodes, a rank gets line rate × efficiency / (GPUs per NIC), and 1/r of that beyond the leaf. The
/// node of a torus is a slice, of whose links a group gets torusShare().
[[nodiscard]] GroupLinks groupLinks(const Cluster& cluster, double ranks, double stride);

struct CollectiveTime {
    double seconds = 0;
    double latency_s = 0; ///< contained in seconds
    double bytes = 0;     ///< sent and received per rank, as the model counts them
};

/// All-reduce of `payload` bytes in `messages` pieces; zero for one rank. Bandwidth terms: see CollectiveModel.
/// Latency: ring 2(K−1) hops, tree 2·log₂K hops (communication wall, collective algorithms). Here and below, the law is
/// only used with CollectiveModel::protocols.
[[nodiscard]] CollectiveTime allReduce(const GroupLinks& links, double payload, double messages, CollectiveModel model,
    CollectiveAlgorithm algorithm, const CollectiveLaw& law);

/// All-gather or reduce-scatter of `payload` bytes (gathered) in `messages` pieces: rings, so latency grows with the
/// number of ranks.
[[nodiscard]] CollectiveTime gather(
    const GroupLinks& links, double payload, double messages, CollectiveModel model, const CollectiveLaw& law);

/// All-to-all of `payload` bytes per rank, (e−1)/e of which are sent to other ranks.
[[nodiscard]] CollectiveTime allToAll(
    const GroupLinks& links, double payload, CollectiveModel model, const CollectiveLaw& law);

/// Asynchronous push and pull: 2·S/B × max(1, K/servers) (communication bottlenecks: parameter server).
[[nodiscard]] CollectiveTime parameterServer(
    const GroupLinks& links, double payload, double servers, CollectiveModel model);

/// Synchronous push and pull in `messages` pieces: reduction within each of m nodes, then every node sends its sum to
/// the n servers and receives the new weights. Servers run on the same nodes and keep their own node's share, so a node
/// with a server sends S·(m + n − 2)/n; more servers than nodes are no faster. Push and pull overlap, piece by piece
/// (BytePS).
[[nodiscard]] CollectiveTime serverBarrier(
    const GroupLinks& links, double payload, double messages, double servers, CollectiveModel model);

/// Serial steps of a ring all-reduce, 2(n−1).
[[nodiscard]] double ringSteps(double ranks);
/// Hops from leaf to root of a tree, ⌈log₂ n⌉.
[[nodiscard]] double treeDepth(double ranks);

} // namespace kneepoint
