// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/fitted.h"

#include <span>
#include <string_view>
#include <utility>

/// Constants learned from measured collectives: presets/constants/links.json, written by the fit.
namespace kneepoint {

/// A collective library's wire protocols over one kind of link. Simple moves whole chunks at full rate and full
/// latency, with a pipeline to fill. Low-latency (LL) and LL128 put flags in line with the data: lower latency at a
/// lower rate.
struct WireLaw {
    double fill = 0.2;        ///< pipeline fill time relative to the geometric mean of latency and transfer time
    double ll_latency = 0.25; ///< relative to a hop with Simple
    double ll_rate = 0.3;     ///< of the link
    double ll128_latency = 0.4;
    double ll128_rate = 0.4; ///< relative to the link; 0: the link does not preserve the store order that LL128 needs
};

/// Constants of the law of collectives (model/cost/collectives.h), shared by all links. Libraries use the fitted
/// values; the textbook levels are sets of the same constants (model/cost/textbook_laws.h).
struct CollectiveLaw {
    WireLaw node;                ///< NVLink and similar links
    WireLaw host;                ///< PCIe
    WireLaw port;                ///< between nodes
    double own_copy = 0.5;       ///< time to copy a rank's own shard, relative to sending it
    double gather_rate = 0.97;   ///< rate of all-gather and reduce-scatter, relative to all-reduce
    double exchange_rate = 0.92; ///< rate of all-to-all, relative to all-reduce
    double exchange_hops = 2;    ///< latency of an all-to-all in a node, in hops
    double switch_hops = 8;      ///< latency of a reduction in the switch, in hops
    double lockstep = 0.3;       ///< share of a ring's steps that take as long as its slowest hop; other hops add up
    double tree_hops = 2;        ///< latency of a level of a tree between nodes and back, in hops of a ring
    double tree_growth = 0.1;    ///< what each further level of a tree takes longer: it spans twice as many nodes
    double tree_rate = 0.8;      ///< of a ring
    double tree_fill = 0.35;     ///< WireLaw::fill along a tree between nodes, whose chunks are larger
    double tree_channel = 0.05; ///< of a tree of two nodes per NIC, relative to the links of a GPU; 0: as of more nodes
    double proxy_s = 5e-6;      ///< what feeding the network port adds to a hop
    double peer_s = 3e-6;       ///< of every peer in another node in an all-to-all, for each GPU that shares the NIC
    double peer_growth = 0.1;   ///< what that takes longer per doubling of the nodes beyond two
    double socket_peer_s = 8e-6; ///< the same over TCP, where a CPU sends each message, on any number of nodes

    // Which terms count; not fitted. The defaults are what NCCL does.
    bool protocols = true;            ///< start of a collective and wire protocols; false: α + S/B per message
    double hop_latency = 1;           ///< weight of all hop latencies, 0 or 1
    bool gather_closes_ring = false;  ///< an all-gather across nodes takes n hops, one back to its start, not n − 1
    bool ring_only = false;           ///< every algorithm is a ring
    double all_reduce_bytes = 0;      ///< bytes sent per byte of payload; 0: 2·(n − 1)/n, as a ring sends
    bool tree_in_node = false;        ///< a tree inside the nodes too; false: a chain, so no tree in a single node
    bool automatic_hierarchy = false; ///< the automatic choice includes the hierarchical algorithm
    double switch_members = 3;        ///< fewest ranks that reduce in the switch: two send no less than in a ring
    double node_group = 8;            ///< larger nodes also run as groups of this size (HGX boards); 0: never
    bool exchange_levels = true;      ///< an all-to-all sends in and between nodes in parallel; false: all at the
                                      ///< rate of the slowest link
};

/// Names the law's constants have in the files, and where they are.
struct LawConstant {
    std::string_view name; ///< "node.fill"
    double& (*of)(CollectiveLaw&);
};
[[nodiscard]] std::span<const LawConstant> lawConstants();

struct LinkSet {
    CollectiveLaw law;
    std::vector<ConstantOwner> links; ///< settings of kinds of links; members are presets of GPUs and interconnects
    /// Settings of a GPU's or an interconnect's links.
    [[nodiscard]] std::vector<PresetValue> of(std::string_view preset) const;
};

[[nodiscard]] const LinkSet& fittedLinks();

/// The largest collective of the kinds that end in "/small", bytes.
inline constexpr double small_collective_bytes = 8.0 * 1024 * 1024;

/// Errors of collectives of one kind ("collectives-nvlink", "collectives-nvlink/small"), measured over predicted time,
/// each predicted without the campaign it belongs to: 5th and 95th percentile.
[[nodiscard]] std::span<const ErrorKind> linkErrors();

} // namespace kneepoint
