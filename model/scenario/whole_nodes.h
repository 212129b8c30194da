// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

/// The number of GPUs by which a cluster grows, at least 1: those of a node. A node that is a slice of a torus may have
/// any number of hosts; eight chips per host, as in a TPU v5e (presets/gpus/google.json), are an assumption.
[[nodiscard]] inline double wholeNode(const Cluster& c)
{
    constexpr double host = 8;
    const double node = std::max(1.0, std::floor(c.gpus_per_node));
    return c.topology == Topology::switched ? node : std::min(node, host);
}

} // namespace kneepoint
