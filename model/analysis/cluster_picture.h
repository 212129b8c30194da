// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/cost/torus.h"
#include "model/cost/traffic.h"

#include <optional>
#include <string>
#include <vector>

/// The cluster as a drawing: how many there are of everything, and what a step sends over each kind of link.
namespace kneepoint {

/// All links of one kind, of which each GPU has a share.
struct ClusterLink {
    LinkLevel level = LinkLevel::node; ///< node: inside a node; leaf: from a GPU's NIC to the leaf; spine: beyond it
    double bytes = 0;                  ///< sent by one GPU in a step
    double bandwidth_Bps = 0;          ///< that one GPU gets, one direction
    double busy_s = 0;                 ///< bytes over bandwidth
    double utilisation = 0;            ///< busy time over step time
    bool operator==(const ClusterLink&) const = default;
};

struct ClusterPicture {
    double gpus = 1;
    double gpus_per_node = 1;
    std::vector<TorusSide> slice; ///< sides of a node that is a slice of a torus; none where a switch joins its GPUs
    double nodes = 1;
    double nics_per_node = 1;
    double nodes_per_leaf = 1;
    double leaves = 1;
    double oversubscription = 1;
    std::vector<ClusterLink> links;        ///< those that the cluster has, from the node to the spine
    std::optional<std::size_t> bottleneck; ///< the busiest of them; nothing where nothing is sent

    /// Null where the cluster has none.
    [[nodiscard]] const ClusterLink* link(LinkLevel level) const;
    [[nodiscard]] bool isBottleneck(const ClusterLink* link) const
    {
        return link && bottleneck && link == &links[*bottleneck];
    }
};
[[nodiscard]] ClusterPicture clusterPicture(const Analysis& a);

/// "NIC to leaf", "inside the node", of a torus "inside the slice".
[[nodiscard]] std::string linkLabel(const ClusterPicture& picture, LinkLevel level);
/// "torus of 16 × 16 × 16", "mesh of 2 × 2" without wraparound; empty where there is no torus.
[[nodiscard]] std::string sliceLabel(const ClusterPicture& picture);
/// Which link is the busiest, and how busy.
[[nodiscard]] std::string clusterSentence(const ClusterPicture& picture);

} // namespace kneepoint
