// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/library_collectives.h"

#include "model/cost/constants.h"
#include "model/cost/protocols.h"

#include <algorithm>
#include <cmath>

namespace kneepoint::library_collectives {
namespace {

bool inside(const GroupLinks& g)
{
    return g.ranks <= g.per_node;
}

/// Fraction of the payload that a rank sends if it keeps its own shard.
double others(double ranks)
{
    return (ranks - 1) / ranks;
}

const WireLaw& wireOf(const GroupLinks& g, const CollectiveLaw& law)
{
    return !inside(g) ? law.port : g.host_links ? law.host : law.node;
}

double portHop(const GroupLinks& g, const CollectiveLaw& law)
{
    return g.port_latency_s + law.proxy_s;
}

/// Time of one step of a ring.
double step(const GroupLinks& g, const CollectiveLaw& law)
{
    return inside(g) ? g.node_latency_s : std::max(g.node_latency_s, portHop(g, law));
}

/// Latency of one pass around a ring.
double roundSeconds(const GroupLinks& g, const CollectiveLaw& law)
{
    return (inside(g) ? g.nodeHops() : g.ranks - 1) * step(g, law);
}

CollectiveTime together(double messages, double one, double transfer, double bytes)
{
    return {messages * one, std::max(0.0, messages * (one - transfer)), bytes};
}

/// Bandwidth term of a ring, seconds; within a node it includes the copy of the rank's own shard.
double ringTransfer(const GroupLinks& g, double rounds, double payload, double rate, const CollectiveLaw& law)
{
    if (!inside(g))
        return rounds * others(g.ranks) * payload / std::min(rate * g.node_Bps, g.per_node * g.port_Bps);
    return (rounds * others(g.ranks) + law.own_copy / g.ranks) * payload / (rate * g.node_Bps);
}

double ring(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    return protocolSeconds(wireOf(g, law), g.base_s, 2 * roundSeconds(g, law), ringTransfer(g, 2, payload, 1, law));
}

/// Levels of a tree between the nodes, weighted relative to a level of two nodes: levels that span more nodes cross
/// more switches.
double treeLevels(const GroupLinks& g, const CollectiveLaw& law)
{
    const double levels = std::log2(std::max(1.0, g.nodes()));
    return levels * (1 + law.tree_growth * std::max(0.0, levels - 1) / 2);
}

/// A chain inside the nodes, a tree between them.
double tree(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    const double levels = treeLevels(g, law);
    const double chain = g.nodeHops();
    return protocolSeconds(wireOf(g, law), g.base_s,
        2 * (chain * g.node_latency_s + law.tree_hops * levels * portHop(g, law)),
        2 * payload / (law.tree_rate * g.ringBps()));
}

/// The switch reads from all GPUs, reduces, and sends the sum to all: a GPU sends its data once and its shard of the
/// sum once, instead of its data twice. Between nodes, sums are reduced along a tree, which moves 2·(m−1)/m of the
/// payload.
double inSwitch(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    const double members = std::min(g.per_node, g.ranks);
    const double nodes = std::max(1.0, g.nodes());
    const double in_node = (1 + 1 / members) * payload / g.switch_Bps;
    const double between = inside(g) ? 0 : 2 * others(nodes) * payload / (g.per_node * g.port_Bps);
    const double climb = inside(g) ? 0 : 2 * treeLevels(g, law) * law.tree_hops * portHop(g, law);
    return chunkedSeconds(
        wireOf(g, law), g.base_s, law.switch_hops * g.node_latency_s + climb, std::max(in_node, between));
}

/// Reduce-scatter in the node, all-reduce of each rank's shard across nodes, all-gather in the node.
double hierarchical(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    if (inside(g) || g.per_node <= 1)
        return ring(g, payload, law);
    GroupLinks node = g;
    node.ranks = g.per_node;
    GroupLinks rails = g;
    rails.ranks = g.nodes();
    rails.per_node = 1;
    rails.torus_hops = 0;
    return 2 * gather(node, payload, 1, law).seconds + ring(rails, payload / g.per_node, law);
}

bool canReduceInSwitch(const GroupLinks& g)
{
    return g.switch_Bps > 0 && std::min(g.per_node, g.ranks) >= switch_reduction_members;
}

/// A group within a node of more than eight GPUs can also be treated as groups of eight connected by the node's own
/// links, or by the network if that is faster: a larger node is never worse than several small ones.
bool isOfEights(const GroupLinks& g)
{
    return inside(g) && g.ranks > usual_node_gpus && !g.host_links && !g.onTorus();
}
GroupLinks ofEights(GroupLinks g, const CollectiveLaw& law)
{
    g.per_node = usual_node_gpus;
    g.port_Bps = std::max(g.port_Bps, g.node_Bps);
    g.port_latency_s = std::min(g.port_latency_s, std::max(0.0, g.node_latency_s - law.proxy_s));
    g.exchange_share = 1;
    return g;
}

double fastest(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    double best = ring(g, payload, law);
    if (!inside(g))
        best = std::min(best, tree(g, payload, law));
    if (canReduceInSwitch(g))
        best = std::min(best, inSwitch(g, payload, law));
    return isOfEights(g) ? std::min(best, fastest(ofEights(g, law), payload, law)) : best;
}

/// All-gather or reduce-scatter.
double ringOnce(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    return protocolSeconds(
        wireOf(g, law), g.base_s, roundSeconds(g, law), ringTransfer(g, 1, payload, law.gather_rate, law));
}

double allReduceSeconds(const GroupLinks& g, double payload, CollectiveAlgorithm algorithm, const CollectiveLaw& law)
{
    switch (algorithm) {
    case CollectiveAlgorithm::ring:
        return ring(g, payload, law);
    case CollectiveAlgorithm::tree:
        return tree(g, payload, law);
    case CollectiveAlgorithm::hierarchical:
        return hierarchical(g, payload, law);
    case CollectiveAlgorithm::in_switch:
        return canReduceInSwitch(g) ? inSwitch(g, payload, law) : ring(g, payload, law);
    case CollectiveAlgorithm::automatic:
        break;
    }
    return fastest(g, payload, law);
}

} // namespace

CollectiveTime allReduce(
    const GroupLinks& links, double payload, double messages, CollectiveAlgorithm algorithm, const CollectiveLaw& law)
{
    const double bytes = 2 * others(links.ranks) * payload;
    return together(messages, allReduceSeconds(links, payload / messages, algorithm, law),
        bytes / messages / links.ringBps(), bytes);
}

CollectiveTime gather(const GroupLinks& links, double payload, double messages, const CollectiveLaw& law)
{
    const double bytes = others(links.ranks) * payload;
    double one = ringOnce(links, payload / messages, law);
    if (isOfEights(links))
        one = std::min(one, ringOnce(ofEights(links, law), payload / messages, law));
    return together(messages, one, bytes / messages / links.ringBps(), bytes);
}

CollectiveTime allToAll(const GroupLinks& links, double payload, const CollectiveLaw& law)
{
    const double bytes = others(links.ranks) * payload;
    const double rate = links.nodeExchangeBps() * law.exchange_rate;
    if (inside(links)) {
        const double hops = std::max(law.exchange_hops, links.torus_hops);
        const double transfer = (others(links.ranks) + law.own_copy / links.ranks) * payload / rate;
        const double one = protocolSeconds(wireOf(links, law), links.base_s, hops * links.node_latency_s, transfer);
        return together(1, one, bytes / links.nodeExchangeBps(), bytes);
    }
    const double peers = links.ranks - links.per_node;
    const double away = peers / links.ranks * payload / (links.port_Bps * links.exchange_share);
    const double near = (links.per_node - 1) / links.ranks * payload / rate;
    const double latency =
        links.base_s + links.node_latency_s + peers * (law.peer_s + law.peer_hops * portHop(links, law));
    return {latency + std::max(away, near), latency, bytes};
}

CollectiveTime send(const GroupLinks& links, double payload, const CollectiveLaw& law)
{
    const double Bps = inside(links) ? links.node_Bps * law.exchange_rate : links.port_Bps * flow_share;
    const double one = protocolSeconds(wireOf(links, law), links.base_s, step(links, law), payload / Bps);
    return together(1, one, payload / Bps, payload);
}

} // namespace kneepoint::library_collectives
