// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/collectives.h"

#include "model/cost/constants.h"
#include "model/cost/library_collectives.h"
#include "model/cost/torus.h"
#include "model/scenario/scenario.h"

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
    const double hops_inside =
        hops_between > 0 ? std::max(0.0, g.ranks - 1 - hops_between) : std::max(0.0, g.nodeHops());
    return {2 * (hops_inside * g.node_latency_s + hops_between * g.port_latency_s),
        2 * ringShare(g.ranks) * payload / g.ringBps()};
}

Path tree(const GroupLinks& g, double payload)
{
    const double depth_inside = g.onTorus() ? g.torus_hops : std::log2(std::max(1.0, g.per_node));
    const double depth_between = std::log2(std::max(1.0, g.nodes()));
    return {2 * (depth_inside * g.node_latency_s + depth_between * g.port_latency_s), 2 * payload / g.ringBps()};
}

/// Reduce-scatter in the node, all-reduce of each rank's shard across nodes, all-gather in the node.
Path hierarchical(const GroupLinks& g, double payload)
{
    const double nodes = std::max(1.0, g.nodes());
    const double inside = 2 * ringShare(g.per_node) * payload / g.node_Bps;
    const double between = 2 * ringShare(nodes) * payload / g.per_node / g.port_Bps;
    return {2 * (g.nodeHops() * g.node_latency_s + (nodes - 1) * g.port_latency_s), inside + between};
}

/// Within nodes 1 + 1/g of the payload, between them 2·(m−1)/m over the NICs of a node, in parallel.
Path inSwitch(const GroupLinks& g, double payload)
{
    const double members = std::min(g.per_node, g.ranks);
    const double nodes = std::max(1.0, g.nodes());
    const double inside = (1 + 1 / members) * payload / g.switch_Bps;
    const double between = 2 * ringShare(nodes) * payload / (g.per_node * g.port_Bps);
    return {2 * (g.node_latency_s + std::log2(nodes) * g.port_latency_s), std::max(inside, between)};
}

Path fastest(const GroupLinks& g, double payload, double messages)
{
    Path best = ring(g, payload);
    const auto consider = [&](const Path& other) {
        if (other.seconds(messages) < best.seconds(messages))
            best = other;
    };
    consider(tree(g, payload));
    consider(hierarchical(g, payload));
    if (g.switch_Bps > 0)
        consider(inSwitch(g, payload));
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
    case CollectiveAlgorithm::in_switch:
        return g.switch_Bps > 0 ? inSwitch(g, payload) : ring(g, payload);
    case CollectiveAlgorithm::automatic:
        break;
    }
    return fastest(g, payload, messages);
}

/// Latency of one pass around a ring: all hops within nodes, and one between each pair of neighboring nodes.
double roundLatency(const GroupLinks& g)
{
    if (g.ranks <= g.per_node)
        return g.nodeHops() * g.node_latency_s;
    return (g.ranks - g.nodes()) * g.node_latency_s + g.nodes() * g.port_latency_s;
}

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
    return ranks <= per_node ? node_Bps : std::min(node_Bps, per_node * port_Bps);
}

double GroupLinks::allToAllBps() const
{
    return ranks <= per_node ? nodeExchangeBps() : std::min(nodeExchangeBps(), port_Bps);
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

CollectiveTime allReduce(const GroupLinks& g, double payload, double messages, CollectiveModel model,
    CollectiveAlgorithm algorithm, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = model == CollectiveModel::payload ? payload
        : model == CollectiveModel::two_way                ? 2 * payload
                                                           : 2 * ringShare(g.ranks) * payload;
    if (model == CollectiveModel::protocols)
        return library_collectives::allReduce(g, payload, messages, algorithm, law);
    if (model != CollectiveModel::alpha_beta)
        return {bytes / g.ringBps(), 0, bytes};
    const Path path = alphaBeta(g, payload, messages, algorithm);
    return {path.seconds(messages), messages * path.latency_s, bytes};
}

CollectiveTime gather(
    const GroupLinks& g, double payload, double messages, CollectiveModel model, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = ringShare(g.ranks) * payload;
    if (model == CollectiveModel::protocols)
        return library_collectives::gather(g, payload, messages, law);
    const double latency = model == CollectiveModel::alpha_beta ? messages * roundLatency(g) : 0;
    return {latency + bytes / g.ringBps(), latency, bytes};
}

CollectiveTime allToAll(const GroupLinks& g, double payload, CollectiveModel model, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    if (model == CollectiveModel::protocols)
        return library_collectives::allToAll(g, payload, law);
    const double bytes = ringShare(g.ranks) * payload;
    const double across = g.onTorus() ? g.torus_hops * g.node_latency_s : g.node_latency_s;
    const double hop = g.ranks <= g.per_node ? across : g.port_latency_s;
    const double latency = model == CollectiveModel::alpha_beta ? hop : 0;
    return {latency + bytes / g.allToAllBps(), latency, bytes};
}

CollectiveTime parameterServer(const GroupLinks& g, double payload, double servers, CollectiveModel model)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = 2 * payload;
    const double latency = model >= CollectiveModel::alpha_beta ? 2 * g.port_latency_s : 0;
    return {latency + bytes / std::min(g.node_Bps, g.port_Bps) * std::max(1.0, g.ranks / servers), latency, bytes};
}

CollectiveTime serverBarrier(
    const GroupLinks& g, double payload, double messages, double servers, CollectiveModel model)
{
    if (g.ranks <= 1)
        return {};
    const double nodes = std::max(1.0, g.nodes());
    const double inside = 2 * ringShare(std::min(g.ranks, g.per_node)) * payload;
    const double here = std::min(servers, nodes); // a server keeps what its own node sends it
    const double between = payload * (nodes + here - 2) / here;
    const double hops = 2 * (g.node_latency_s + (nodes > 1 ? g.port_latency_s : 0));
    const double latency = model >= CollectiveModel::alpha_beta ? messages * hops : 0;
    const double transfer = std::max(inside / g.node_Bps, between / (g.per_node * g.port_Bps));
    return {latency + transfer, latency, inside + between};
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
