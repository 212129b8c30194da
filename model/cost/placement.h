// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"

namespace kneepoint {

/// Where the ranks of each group lie, in the order that trainers number them: tensor, context, data, pipeline. The
/// nearer a group, the more of its traffic stays inside a node.
struct Placement {
    GroupLinks tensor, context, data, expert;
    GroupLinks shard;     ///< replicas that share out one copy of the weights
    GroupLinks copies;    ///< the same shard of different copies (HSDP)
    double stage_Bps = 0; ///< between neighbouring pipeline stages, one GPU
    double stage_latency_s = 0;
};
[[nodiscard]] Placement placeGroups(const Scenario& s);
/// Placement::data alone.
[[nodiscard]] GroupLinks dataLinks(const Scenario& s);

} // namespace kneepoint
