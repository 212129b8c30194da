// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/fitted.h"

#include <span>
#include <string_view>
#include <utility>

/// What was learned from measured curves of collectives: presets/constants/links.json, which the fit writes,
/// and links_left_out.json.
namespace kneepoint {

/// A collective library's wire protocols over one kind of link. Simple moves whole chunks: full rate, full latency, and
/// a pipeline to fill. Low-latency (LL) and LL128 flag the data in line: a share of the latency at a share of the rate.
struct WireLaw {
    double fill = 0.2;        ///< of the geometric mean of latency and transfer, for filling the pipeline of chunks
    double ll_latency = 0.25; ///< of a hop under Simple
    double ll_rate = 0.3;     ///< of the link
    double ll128_latency = 0.4;
    double ll128_rate = 0.4; ///< 0: the link cannot keep the order of stores that LL128 needs
};

/// What collectives have in common on all links.
struct CollectiveLaw {
    WireLaw node;                ///< NVLink and its kin
    WireLaw host;                ///< PCIe
    WireLaw port;                ///< between nodes
    double own_copy = 0.5;       ///< time of copying a rank's own share, over that of sending it
    double gather_rate = 0.97;   ///< of an all-reduce: all-gather and reduce-scatter
    double exchange_rate = 0.92; ///< of an all-reduce: all-to-all
    double exchange_hops = 2;    ///< latency of an all-to-all in a node, in hops
    double switch_hops = 8;      ///< latency of a reduction in the switch, in hops
    double tree_hops = 2;        ///< latency of a level of a tree between nodes and back, in hops of a ring
    double tree_growth = 0.1;    ///< what each further level of a tree takes longer: it spans twice as many nodes
    double tree_rate = 0.8;      ///< of a ring
    double proxy_s = 5e-6;       ///< what feeding the network port adds to a hop
    double peer_s = 4e-6;        ///< of every peer in another node in an all-to-all
    double peer_hops = 0.2;      ///< the same, in hops of the network
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
/// As they come out without one campaign of measurements; nullptr for one that was not left out.
[[nodiscard]] const LinkSet* linksWithout(std::string_view campaign);

/// Errors of collectives of one kind ("collectives-nvlink", "collectives-nvlink/small"), measured over predicted time,
/// each predicted without the campaign it belongs to: 5th and 95th percentile.
[[nodiscard]] std::span<const ErrorKind> linkErrors();

} // namespace kneepoint
