// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kneepoint {

/// Rate of all network ports of a node, bytes/s, from a description of the network: "50 GB/s per node", "8x HDR200",
/// "4 NICs x 200 Gbps", "3200 Gbps per node", "400 Gbps per GPU". 0 if it does not state how many ports a node has.
[[nodiscard]] double nodeRate(std::string_view network, double gpus_per_node);
/// Ports of a node from such a description: "8x HDR200", "4 NICs x 200 Gbps"; 0 if it does not count them.
[[nodiscard]] double nodePorts(std::string_view network);

} // namespace kneepoint
