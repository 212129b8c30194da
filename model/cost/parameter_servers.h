// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"

/// Gradient exchange with parameter servers; zero for one rank. Of the law, only hop_latency counts.
namespace kneepoint {

/// Asynchronous push and pull: 2·S/B × max(1, K/servers) (communication bottlenecks: parameter server).
[[nodiscard]] CollectiveTime parameterServer(
    const GroupLinks& links, double payload, double servers, const CollectiveLaw& law);

/// Synchronous push and pull in `messages` pieces: reduction within each of m nodes, then every node sends its sum S to
/// the n servers and receives the new weights, S·max(1, m/n) each way through the links of a node. Servers run on
/// machines of their own. Push and pull overlap, piece by piece; they do not overlap with the reduction, which the
/// host's memory takes part in, too (BytePS; HKBU ddl-benchmarks, byteps/launch.sh: as many servers as nodes, beside
/// them. BERT-Base over 100 Gb/s InfiniBand took 34 ms longer on 2 to 8 nodes than on one; S/B is 35).
[[nodiscard]] CollectiveTime serverBarrier(
    const GroupLinks& links, double payload, double messages, double servers, const CollectiveLaw& law);

} // namespace kneepoint
