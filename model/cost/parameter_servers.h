// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"

/// Gradient exchange with parameter servers; zero for one rank. Of the law, only hop_latency counts.
namespace kneepoint {

/// Asynchronous push and pull: 2·S/B × max(1, K/servers) (communication bottlenecks: parameter server).
[[nodiscard]] CollectiveTime parameterServer(
    const GroupLinks& links, double payload, double servers, const CollectiveLaw& law);

/// Synchronous push and pull in `messages` pieces: reduction within each of m nodes, then every node sends its sum to
/// the n servers and receives the new weights. Servers run on the same nodes and keep their own node's share, so a node
/// with a server sends S·(m + n − 2)/n; more servers than nodes are no faster. Push and pull overlap, piece by piece
/// (BytePS).
[[nodiscard]] CollectiveTime serverBarrier(
    const GroupLinks& links, double payload, double messages, double servers, const CollectiveLaw& law);

} // namespace kneepoint
