// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/layer_groups.h"

namespace kneepoint {

/// The groups of context-parallel ranks that exchange pieces of the sequence for heads, and those that exchange keys
/// and values. A group of one exchanges nothing.
struct ContextLevels {
    GroupShape heads, keys;
};

/// All ranks are in one of the two unless the exchange is hierarchical: then as many neighbors as stated, or as one
/// node holds, exchange heads, and the ranks that have the same heads exchange their keys and values. A number that
/// does not divide the ranks is lowered to the next one that does. One neighbor makes a ring, all of them Ulysses.
/// Source: Megatron-Core, --cp-comm-type a2a+p2p, --hierarchical-context-parallel-sizes
[[nodiscard]] ContextLevels contextLevels(const LayerGroups& groups, double node_gpus);

} // namespace kneepoint
