// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/cluster_sizes.h"

#include "model/scenario/whole_nodes.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// 1, 2, … 8, 10, … 16, 20, … 32, 40 … nodes: four per doubling.
std::vector<double> nodeCounts(double most)
{
    constexpr double per_doubling = 4;
    std::vector<double> counts;
    for (double n = 1; n <= most; n += std::max(1.0, std::exp2(std::floor(std::log2(n))) / per_doubling))
        counts.push_back(n);
    return counts;
}

} // namespace

double clusterSize(const Cluster& c, double gpus)
{
    constexpr double cube = 64, pod = 256;
    const double node = wholeNode(c);
    if (c.topology == Topology::switched)
        return std::ceil(gpus / node) * node;
    const double whole = c.topology == Topology::torus_3d ? cube : pod;
    if (gpus > whole)
        return std::ceil(gpus / whole) * whole;
    double slice = node;
    while (slice < gpus)
        slice *= 2;
    return slice;
}

std::vector<double> clusterSizes(const Scenario& job, const Cluster& cluster, double together, double most)
{
    std::vector<double> sizes;
    if (cluster.topology == Topology::switched && job.cluster.gpus < together)
        for (double part = 1; part < together && part <= most; part *= 2)
            sizes.push_back(part);
    for (const double nodes : nodeCounts(std::floor(most / together)))
        sizes.push_back(clusterSize(cluster, nodes * together));
    return sizes;
}

} // namespace kneepoint
