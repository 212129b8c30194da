// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"

namespace kneepoint {

/// Where the ranks of each group lie, in the order that trainers number them: tensor, context, data, pipeline. The
/// nearer a group, the more of its traffic stays inside a node. Data: all gradientRanks(), context parallel ones too.
struct Placement {
    GroupLinks tensor, context, expert;
    GroupLinks shard;  ///< ranks that share out one copy of the training state
    GroupLinks copies; ///< the same shard of different copies (HSDP)
};
[[nodiscard]] Placement placeGroups(const Scenario& s);

/// All gradientRanks(), which sum their gradients up.
[[nodiscard]] GroupLinks dataLinks(const Scenario& s);
/// The two groups of Placement that training state is shared out among.
[[nodiscard]] GroupLinks shardLinks(const Scenario& s);
[[nodiscard]] GroupLinks copyLinks(const Scenario& s);

/// Between a GPU and the one that has its place on the next pipeline stage.
struct StageLink {
    double Bps = 0;
    double latency_s = 0;
};
[[nodiscard]] StageLink stageLink(const Scenario& s);
/// Whether some stages of the pipeline exchange activations with other nodes.
[[nodiscard]] bool stagesSpanNodes(const Scenario& s);
/// Of two ranks of a group with these links. Inside a node they send over the better of its links and the network.
[[nodiscard]] StageLink stageLink(const GroupLinks& links, bool inside);

} // namespace kneepoint
