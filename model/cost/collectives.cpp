// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/collectives.h"

#include "model/constants/physics.h"
#include "model/cost/protocols.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// One message: the latency of its hops, its transfer at full rate, and its time by the law.
struct Path {
    double hops_s = 0;
    double transfer_s = 0;
    double seconds = 0;
};

Path operator+(const Path& a, const Path& b)
{
    return {a.hops_s + b.hops_s, a.transfer_s + b.transfer_s, a.seconds + b.seconds};
}

const Path& faster(const Path& a, const Path& b)
{
    return b.seconds < a.seconds ? b : a;
}

const WireLaw& wireOf(const GroupLinks& g, const CollectiveLaw& law)
{
    return !g.inNode() ? law.port : g.host_links ? law.host : law.node;
}

/// The same along a tree between nodes.
WireLaw treeWireOf(const GroupLinks& g, const CollectiveLaw& law)
{
    WireLaw wire = wireOf(g, law);
    if (!g.inNode())
        wire.fill = law.tree_fill;
    return wire;
}

Path pathOf(const GroupLinks& g, const WireLaw& wire, double hops_s, double transfer_s, const CollectiveLaw& law)
{
    return {
        hops_s, transfer_s, law.protocols ? protocolSeconds(wire, g.base_s, hops_s, transfer_s) : hops_s + transfer_s};
}

Path pathOf(const GroupLinks& g, double hops_s, double transfer_s, const CollectiveLaw& law)
{
    return pathOf(g, wireOf(g, law), hops_s, transfer_s, law);
}

double nodeHop(const GroupLinks& g, const CollectiveLaw& law)
{
    return law.hop_latency * g.node_latency_s;
}

double portHop(const GroupLinks& g, const CollectiveLaw& law)
{
    return law.hop_latency * (g.port_latency_s + law.proxy_s);
}

/// Latency of one pass around a ring: hops within nodes, and `between` nodes.
double roundSeconds(const GroupLinks& g, double between, const CollectiveLaw& law)
{
    if (g.inNode())
        return g.nodeHops() * nodeHop(g, law);
    const double inside = std::max(0.0, g.ranks - 1 - (g.nodes() - 1));
    const double sum = inside * nodeHop(g, law) + between * portHop(g, law);
    const double together = (g.ranks - 1) * std::max(nodeHop(g, law), portHop(g, law));
    return std::lerp(sum, together, law.lockstep);
}

/// Bandwidth term of a ring that sends `share` times the payload, seconds; within a node it includes the copy of the
/// rank's own shard.
double ringTransfer(const GroupLinks& g, double share, double payload, double rate, const CollectiveLaw& law)
{
    if (!g.inNode())
        return share * payload / std::min(rate * g.node_Bps, g.per_node * g.port_Bps);
    return (share + law.own_copy / g.ranks) * payload / (rate * g.node_Bps);
}

/// Bytes sent in an all-reduce per byte of payload.
double reducedShare(const GroupLinks& g, const CollectiveLaw& law)
{
    return law.all_reduce_bytes > 0 ? law.all_reduce_bytes : 2 * ringShare(g.ranks);
}

Path ring(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    return pathOf(
        g, 2 * roundSeconds(g, g.nodes() - 1, law), ringTransfer(g, reducedShare(g, law), payload, 1, law), law);
}

/// Levels of a tree between the nodes, weighted relative to a level of two nodes: levels that span more nodes cross
/// more switches.
double treeLevels(const GroupLinks& g, const CollectiveLaw& law)
{
    const double levels = std::log2(std::max(1.0, g.nodes()));
    return levels * (1 + law.tree_growth * std::max(0.0, levels - 1) / 2);
}

/// Bytes of payload per second of a tree. Among more nodes than two, the NICs of a node send it twice, as in a ring;
/// between two, once: as fast as they and their channels can, and no faster than a GPU passes it up and down the chain.
double treeBps(const GroupLinks& g, const CollectiveLaw& law)
{
    const double as_ring = law.tree_rate * g.ringBps() / 2;
    if (g.inNode() || g.nodes() > 2 || law.tree_channel <= 0 || g.onTorus() || g.host_links)
        return as_ring;
    const double channels = std::max(1.0, g.per_node / g.port_ranks);
    const double in_node = std::min(channels * law.tree_channel, 0.5) * g.node_Bps;
    return std::max(as_ring, std::min(in_node, g.per_node * g.port_Bps));
}

/// A chain or a tree inside the nodes, a tree between them.
Path tree(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    const bool chain = g.onTorus() || !law.tree_in_node;
    const double in_node = chain ? g.nodeHops() : std::log2(std::max(1.0, g.per_node));
    return pathOf(g, treeWireOf(g, law),
        2 * (in_node * nodeHop(g, law) + law.tree_hops * treeLevels(g, law) * portHop(g, law)),
        payload / treeBps(g, law), law);
}

/// The switch reads from all GPUs, reduces, and sends the sum to all: a GPU sends its data once and its shard of the
/// sum once, instead of its data twice. Between nodes, sums are reduced along a tree, which moves 2·(m−1)/m of the
/// payload over the NICs of a node, in parallel.
Path inSwitch(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    const double members = std::min(g.per_node, g.ranks);
    const double in_node = (1 + 1 / members) * payload / g.switch_Bps;
    const double between = g.inNode() ? 0 : 2 * ringShare(g.nodes()) * payload / (g.per_node * g.port_Bps);
    const double climb = 2 * treeLevels(g, law) * law.tree_hops * portHop(g, law);
    const double hops = law.switch_hops * nodeHop(g, law) + climb;
    const double transfer = std::max(in_node, between);
    return {
        hops, transfer, law.protocols ? chunkedSeconds(treeWireOf(g, law), g.base_s, hops, transfer) : hops + transfer};
}

bool canReduceInSwitch(const GroupLinks& g, const CollectiveLaw& law)
{
    return g.switch_Bps > 0 && std::min(g.per_node, g.ranks) >= law.switch_members;
}

/// A group within a node of more than eight GPUs can also be treated as groups of eight connected by the node's own
/// links, or by the network if that is faster: a larger node is never worse than several small ones.
bool isOfGroups(const GroupLinks& g, const CollectiveLaw& law)
{
    return law.node_group > 0 && g.inNode() && g.ranks > law.node_group && !g.host_links && !g.onTorus();
}
GroupLinks ofGroups(GroupLinks g, const CollectiveLaw& law)
{
    g.per_node = law.node_group;
    g.port_Bps = std::max(g.port_Bps, g.node_Bps);
    g.port_latency_s = std::min(g.port_latency_s, std::max(0.0, g.node_latency_s - law.proxy_s));
    return g;
}

Path ringOnce(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    const double between = g.nodes() - (law.gather_closes_ring ? 0 : 1);
    return pathOf(
        g, roundSeconds(g, between, law), ringTransfer(g, ringShare(g.ranks), payload, law.gather_rate, law), law);
}

/// All-gather or reduce-scatter.
Path gatherOnce(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    if (!isOfGroups(g, law))
        return ringOnce(g, payload, law);
    return faster(ringOnce(g, payload, law), ringOnce(ofGroups(g, law), payload, law));
}

/// Reduce-scatter in the node, all-reduce of each rank's shard across nodes over its own NIC, all-gather in the node.
Path hierarchical(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    if (g.inNode())
        return ring(g, payload, law);
    GroupLinks rails = g;
    rails.ranks = g.nodes();
    rails.per_node = 1;
    rails.node_Bps = g.port_Bps;
    rails.torus_hops = 0;
    const Path between = ring(rails, payload / g.per_node, law);
    if (g.per_node <= 1)
        return between;
    GroupLinks node = g;
    node.ranks = g.per_node;
    const Path inside = gatherOnce(node, payload, law);
    return inside + inside + between;
}

/// All `messages`, each like `one`; a law without protocols is linear, so `one` is then the whole payload.
double allSeconds(double messages, const Path& one, const CollectiveLaw& law)
{
    return law.protocols ? messages * one.seconds : messages * one.hops_s + one.transfer_s;
}

Path fastest(const GroupLinks& g, double payload, double messages, const CollectiveLaw& law)
{
    Path best = ring(g, payload, law);
    const auto consider = [&](const Path& other) {
        if (allSeconds(messages, other, law) < allSeconds(messages, best, law))
            best = other;
    };
    if (law.tree_in_node || !g.inNode())
        consider(tree(g, payload, law));
    if (law.automatic_hierarchy)
        consider(hierarchical(g, payload, law));
    if (canReduceInSwitch(g, law))
        consider(inSwitch(g, payload, law));
    if (isOfGroups(g, law))
        consider(fastest(ofGroups(g, law), payload, messages, law));
    return best;
}

Path reduceOnce(
    const GroupLinks& g, double payload, double messages, CollectiveAlgorithm algorithm, const CollectiveLaw& law)
{
    switch (law.ring_only ? CollectiveAlgorithm::ring : algorithm) {
    case CollectiveAlgorithm::ring:
        return ring(g, payload, law);
    case CollectiveAlgorithm::tree:
        return tree(g, payload, law);
    case CollectiveAlgorithm::hierarchical:
        return hierarchical(g, payload, law);
    case CollectiveAlgorithm::in_switch:
        return canReduceInSwitch(g, law) ? inSwitch(g, payload, law) : ring(g, payload, law);
    case CollectiveAlgorithm::automatic:
        break;
    }
    return fastest(g, payload, messages, law);
}

/// The bytes of `one` in allSeconds().
double piece(double payload, double messages, const CollectiveLaw& law)
{
    return law.protocols ? payload / messages : payload;
}

/// Latency: the hops, or with protocols all that exceeds the bytes at link rate.
CollectiveTime together(double messages, const Path& one, double bytes, double Bps, const CollectiveLaw& law)
{
    const double latency =
        law.protocols ? std::max(0.0, messages * (one.seconds - bytes / messages / Bps)) : messages * one.hops_s;
    return {allSeconds(messages, one, law), latency, bytes};
}

/// All-to-all across nodes: the bytes that stay in a node are sent in parallel with those that leave it.
CollectiveTime exchangeAcross(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    const double bytes = ringShare(g.ranks) * payload;
    if (!law.exchange_levels)
        return {portHop(g, law) + bytes / g.allToAllBps(), portHop(g, law), bytes};
    const double peers = g.ranks - g.per_node;
    const double away = peers / g.ranks * payload / g.portExchangeBps();
    const double near = (g.per_node - 1) / g.ranks * payload / (g.nodeExchangeBps() * law.exchange_rate);
    const double further = law.peer_growth * std::max(0.0, std::log2(g.nodes()) - 1);
    const double each = std::max(1.0, g.port_ranks) * (g.sockets ? law.socket_peer_s : law.peer_s * (1 + further));
    const double latency = g.base_s + nodeHop(g, law) + peers * each;
    return {latency + std::max(away, near), latency, bytes};
}

} // namespace

CollectiveTime allReduce(
    const GroupLinks& g, double payload, double messages, CollectiveAlgorithm algorithm, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    const Path one = reduceOnce(g, piece(payload, messages, law), messages, algorithm, law);
    return together(messages, one, reducedShare(g, law) * payload, g.ringBps(), law);
}

CollectiveTime gather(const GroupLinks& g, double payload, double messages, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    const Path one = gatherOnce(g, piece(payload, messages, law), law);
    return together(messages, one, ringShare(g.ranks) * payload, g.ringBps(), law);
}

CollectiveTime allToAll(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    if (!g.inNode())
        return exchangeAcross(g, payload, law);
    const double hops = std::max(law.exchange_hops, g.torus_hops);
    const double share = ringShare(g.ranks);
    const double transfer = (share + law.own_copy / g.ranks) * payload / (g.nodeExchangeBps() * law.exchange_rate);
    return together(1, pathOf(g, hops * nodeHop(g, law), transfer, law), share * payload, g.nodeExchangeBps(), law);
}

CollectiveTime send(const GroupLinks& g, double payload, const CollectiveLaw& law)
{
    const double Bps = g.inNode() ? g.node_Bps * law.exchange_rate : g.port_Bps * flow_share;
    const double hop = g.inNode() ? nodeHop(g, law) : std::max(nodeHop(g, law), portHop(g, law));
    return together(1, pathOf(g, hop, payload / Bps, law), payload, Bps, law);
}

CollectiveTime collective(CollectiveOperation operation, const GroupLinks& g, double payload,
    CollectiveAlgorithm algorithm, const CollectiveLaw& law)
{
    switch (operation) {
    case CollectiveOperation::all_reduce:
        return allReduce(g, payload, 1, algorithm, law);
    case CollectiveOperation::all_gather:
    case CollectiveOperation::reduce_scatter:
        return gather(g, payload, 1, law);
    case CollectiveOperation::all_to_all:
        return allToAll(g, payload, law);
    case CollectiveOperation::send:
        return send(g, payload, law);
    }
    return {};
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
