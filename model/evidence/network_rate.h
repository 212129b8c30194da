// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <string_view>

namespace kneepoint {

/// Rate of all network ports of a node, bytes/s, from a description of the network: "50 GB/s per node", "8x HDR200",
/// "4 NICs x 200 Gbps", "3200 Gbps per node", "400 Gbps per GPU". 0 if it does not state how many ports a node has.
[[nodiscard]] double nodeRate(std::string_view network, double gpus_per_node);
/// Ports of a node from such a description: "8x HDR200", "1x EDR", or "per 4-GPU node", which is one; 0 if it does not
/// count them.
[[nodiscard]] double nodePorts(std::string_view network);
/// Gives nodes the ports that the description counts, else one for each GPU, and a GPU its share of their rate.
void setPorts(Cluster& cluster, std::string_view network, double gpus_per_box, double rate_per_gpu);

} // namespace kneepoint
