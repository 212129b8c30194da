// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"
#include "model/scenario/links.h"

/// Collectives as NCCL and its kin run them: algorithms by topology, wire protocols by size. Arguments and results as
/// in collectives.h, for two ranks and more; the constants are fitted to measured curves
/// (presets/constants/links.json).
///
/// A ring moves in step: between nodes every one of its steps takes as long as the slowest hop. Measured on ten nodes:
/// 80 ranks take eight times as long for a small all-gather as 10.
namespace kneepoint::library_collectives {

/// Automatic: the fastest that a library chooses by itself, of ring, tree (between nodes) and reduction in the switch.
/// A hierarchy of three collectives is the trainer's choice.
[[nodiscard]] CollectiveTime allReduce(
    const GroupLinks& links, double payload, double messages, CollectiveAlgorithm algorithm, const CollectiveLaw& law);
[[nodiscard]] CollectiveTime gather(const GroupLinks& links, double payload, double messages, const CollectiveLaw& law);
[[nodiscard]] CollectiveTime allToAll(const GroupLinks& links, double payload, const CollectiveLaw& law);
/// Every rank sends to its neighbor: one flow leaves a node through one port.
[[nodiscard]] CollectiveTime send(const GroupLinks& links, double payload, const CollectiveLaw& law);

} // namespace kneepoint::library_collectives
