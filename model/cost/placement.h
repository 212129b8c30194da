// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"

namespace kneepoint {

/// Placement of the ranks of each group, in the order in which training software numbers them: tensor, context, data,
/// pipeline. The closer the ranks of a group, the more of its traffic stays within a node. Data: all gradientRanks(),
/// including context-parallel ranks.
struct Placement {
    GroupLinks tensor, context, expert;
    GroupLinks shard;  ///< ranks that one copy of the training state is sharded over
    GroupLinks copies; ///< ranks with the same shard of different copies (HSDP)
};
[[nodiscard]] Placement placeGroups(const Scenario& s);

/// All gradientRanks(), which reduce their gradients.
[[nodiscard]] GroupLinks dataLinks(const Scenario& s);
/// The two groups over which training state is sharded and replicated.
[[nodiscard]] GroupLinks shardLinks(const Scenario& s);
[[nodiscard]] GroupLinks copyLinks(const Scenario& s);

/// Link between a GPU and its counterpart on the next pipeline stage.
struct StageLink {
    double Bps = 0;
    double latency_s = 0;
};
[[nodiscard]] StageLink stageLink(const Scenario& s);
/// Whether some stages of the pipeline exchange activations with other nodes.
[[nodiscard]] bool stagesSpanNodes(const Scenario& s);
/// Link between two ranks of a group. Within a node they use the faster of its links and the network.
[[nodiscard]] StageLink stageLink(const GroupLinks& links, bool inside);

} // namespace kneepoint
