// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/cluster_sizes.h"

#include "model/scenario/whole_nodes.h"

#include <cmath>

namespace kneepoint {

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

} // namespace kneepoint
