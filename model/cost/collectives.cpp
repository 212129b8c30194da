// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/collectives.h"

#include "model/cost/protocols.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

struct Path {
    double latency_s;  ///< of one message
    double transfer_s; ///< of the whole payload
    [[nodiscard]] double seconds(double messages) const { return messages * latency_s + transfer_s; }
};

double ringShare(double ranks)
{
    return (ranks - 1) / ranks;
}

Path ring(const GroupLinks& g, double payload)
{
    const double hops_between = std::max(0.0, g.nodes() - 1);
    const double hops_inside = std::max(0.0, g.ranks - 1 - hops_between);
    return {2 * (hops_inside * g.node_latency_s + hops_between * g.port_latency_s),
        2 * ringShare(g.ranks) * payload / g.ringBps()};
}

Path tree(const GroupLinks& g, double payload)
{
    const double depth_inside = std::log2(std::max(1.0, g.per_node));
    const double depth_between = std::log2(std::max(1.0, g.nodes()));
    return {2 * (depth_inside * g.node_latency_s + depth_between * g.port_latency_s), 2 * payload / g.ringBps()};
}

/// Reduce-scatter in the node, all-reduce of each rank's shard across nodes, all-gather in the node.
Path hierarchical(const GroupLinks& g, double payload)
{
    const double nodes = std::max(1.0, g.nodes());
    const double inside = 2 * ringShare(g.per_node) * payload / g.node_Bps;
    const double between = 2 * ringShare(nodes) * payload / g.per_node / g.port_Bps;
    return {2 * ((g.per_node - 1) * g.node_latency_s + (nodes - 1) * g.port_latency_s), inside + between};
}

/// What the collective library adds to a hop between nodes: the proxy that feeds the port.
constexpr double proxy_hop_s = 5e-6;
/// What a message to one rank of another node takes in an all-to-all, beside its bytes.
constexpr double peer_message_s = 15e-6;

/// Latency of a ring that goes round once: every hop inside nodes, and one between each pair of neighbouring nodes.
double roundLatency(const GroupLinks& g)
{
    if (g.ranks <= g.per_node)
        return (g.ranks - 1) * g.node_latency_s;
    return (g.ranks - g.nodes()) * g.node_latency_s + g.nodes() * (g.port_latency_s + proxy_hop_s);
}

/// A tree reduces and broadcasts in chunks, which costs half as much again as its depth (measured on NVLink).
double treeLatency(const GroupLinks& g)
{
    constexpr double chunking = 1.5;
    return 2 * chunking
        * (std::log2(std::min(g.per_node, g.ranks)) * g.node_latency_s
            + std::log2(std::max(1.0, g.nodes())) * (g.port_latency_s + proxy_hop_s));
}

/// Bytes of a collective over what they would be on a ring: inside a node every rank also copies its own share, at
/// twice the rate of the link. Efficiencies of links are measured on eight GPUs, so there it is 1.
double ownCopy(const GroupLinks& g)
{
    constexpr double measured_on = 8;
    const auto growth = [](double ranks) { return (ranks - 0.5) / (ranks - 1); };
    return g.ranks <= g.per_node ? growth(std::max(2.0, g.ranks)) / growth(measured_on) : 1;
}

CollectiveTime byProtocols(double base_s, double latency_s, double bytes, double Bps, double messages)
{
    const double one = protocolSeconds(base_s + latency_s, bytes / messages / Bps);
    return {messages * one, std::max(0.0, messages * one - bytes / Bps), bytes};
}

CollectiveTime allReduceByProtocols(const GroupLinks& g, double payload, double messages, CollectiveAlgorithm algorithm)
{
    if (algorithm == CollectiveAlgorithm::hierarchical) {
        const Path path = hierarchical(g, payload);
        return byProtocols(g.base_s, path.latency_s, path.transfer_s * g.ringBps(), g.ringBps(), messages);
    }
    const double ring_s = 2 * roundLatency(g);
    const double tree_s = treeLatency(g);
    const double latency = algorithm == CollectiveAlgorithm::ring ? ring_s
        : algorithm == CollectiveAlgorithm::tree                  ? tree_s
                                                                  : std::min(ring_s, tree_s);
    return byProtocols(g.base_s, latency, 2 * ringShare(g.ranks) * payload, g.ringBps() / ownCopy(g), messages);
}

Path fastest(const GroupLinks& g, double payload, double messages)
{
    Path best = ring(g, payload);
    for (const Path& other : {tree(g, payload), hierarchical(g, payload)})
        if (other.seconds(messages) < best.seconds(messages))
            best = other;
    return best;
}

Path alphaBeta(const GroupLinks& g, double payload, double messages, CollectiveAlgorithm algorithm)
{
    switch (algorithm) {
    case CollectiveAlgorithm::ring:
        return ring(g, payload);
    case CollectiveAlgorithm::tree:
        return tree(g, payload);
    case CollectiveAlgorithm::hierarchical:
        return hierarchical(g, payload);
    case CollectiveAlgorithm::automatic:
        break;
    }
    return fastest(g, payload, messages);
}

} // namespace

double GroupLinks::ringBps() const
{
    return ranks <= per_node ? node_Bps : std::min(node_Bps, per_node * port_Bps);
}

double GroupLinks::allToAllBps() const
{
    return ranks <= per_node ? node_Bps : std::min(node_Bps, port_Bps);
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
    g.node_Bps = scale_up ? c.scale_up_bandwidth * c.scale_up_efficiency : g.port_Bps;
    g.node_latency_s = scale_up ? c.scale_up_latency_s : g.port_latency_s;
    g.base_s = c.collective_base_s;
    return g;
}

CollectiveTime allReduce(
    const GroupLinks& g, double payload, double messages, CollectiveModel model, CollectiveAlgorithm algorithm)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = model == CollectiveModel::payload ? payload
        : model == CollectiveModel::two_way                ? 2 * payload
                                                           : 2 * ringShare(g.ranks) * payload;
    if (model == CollectiveModel::protocols)
        return allReduceByProtocols(g, payload, messages, algorithm);
    if (model != CollectiveModel::alpha_beta)
        return {bytes / g.ringBps(), 0, bytes};
    const Path path = alphaBeta(g, payload, messages, algorithm);
    return {path.seconds(messages), messages * path.latency_s, bytes};
}

CollectiveTime gather(const GroupLinks& g, double payload, double messages, CollectiveModel model)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = ringShare(g.ranks) * payload;
    if (model == CollectiveModel::protocols)
        return byProtocols(g.base_s, roundLatency(g), bytes, g.ringBps() / ownCopy(g), messages);
    const double latency = model == CollectiveModel::alpha_beta ? messages * roundLatency(g) : 0;
    return {latency + bytes / g.ringBps(), latency, bytes};
}

CollectiveTime allToAll(const GroupLinks& g, double payload, CollectiveModel model)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = ringShare(g.ranks) * payload;
    const double hop = g.ranks <= g.per_node ? g.node_latency_s : g.port_latency_s;
    const double latency = model == CollectiveModel::alpha_beta ? hop
        : model == CollectiveModel::protocols ? g.base_s + hop + std::max(0.0, g.ranks - g.per_node) * peer_message_s
                                              : 0;
    const double copy = model == CollectiveModel::protocols ? ownCopy(g) : 1;
    return {latency + copy * bytes / g.allToAllBps(), latency, bytes};
}

CollectiveTime parameterServer(const GroupLinks& g, double payload, double servers, CollectiveModel model)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = 2 * payload;
    const double latency = model >= CollectiveModel::alpha_beta ? 2 * g.port_latency_s : 0;
    return {latency + bytes / std::min(g.node_Bps, g.port_Bps) * std::max(1.0, g.ranks / servers), latency, bytes};
}

double ringSteps(double ranks)
{
    return 2 * (ranks - 1);
}

double treeDepth(double ranks)
{
    return std::ceil(std::log2(ranks));
}

} // namespace kneepoint
