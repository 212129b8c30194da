// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/cost/traffic.h"
#include "model/job/torus.h"

#include <optional>
#include <string>
#include <vector>

/// The cluster as a drawing: the number of each component, and the bytes that a step sends over each kind of link.
namespace kneepoint {

/// All links of one kind, as seen by one GPU.
struct ClusterLink {
    LinkLevel level = LinkLevel::node; ///< node: within a node; leaf: from a GPU's NIC to the leaf; spine: beyond it
    double bytes = 0;                  ///< sent by one GPU per step
    double bandwidth_Bps = 0;          ///< per GPU, one direction
    double busy_s = 0;                 ///< bytes over bandwidth
    double utilization = 0;            ///< busy time over step time
    bool operator==(const ClusterLink&) const = default;
};

struct ClusterPicture {
    double gpus = 1;
    double gpus_per_node = 1;
    std::vector<TorusSide> slice; ///< axes of a node that is a slice of a torus; empty if a switch connects its GPUs
    double nodes = 1;
    double nics_per_node = 1;
    double nodes_per_leaf = 1;
    double leaves = 1;
    double oversubscription = 1;
    std::vector<ClusterLink> links;        ///< the links of the cluster, from the node to the spine
    std::optional<std::size_t> bottleneck; ///< the busiest of them; nothing if nothing is sent

    /// Null if the cluster has no such link.
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
