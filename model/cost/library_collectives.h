// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/links.h"
#include "model/cost/collectives.h"

/// Collectives as NCCL and similar libraries run them: algorithms by topology, wire protocols by size. Arguments and
/// results as in collectives.h, for at least two ranks; the constants are fitted to measured curves
/// (presets/constants/links.json).
///
/// A ring proceeds in lockstep: across nodes, each of its steps takes as long as the slowest hop. Measured on ten
/// nodes: a small all-gather takes eight times as long on 80 ranks as on 10.
namespace kneepoint::library_collectives {

/// Automatic: the fastest of ring, tree (between nodes) and in-switch reduction, which libraries choose from by
/// themselves. A hierarchy of three collectives has to be chosen by the training software.
[[nodiscard]] CollectiveTime allReduce(
    const GroupLinks& links, double payload, double messages, CollectiveAlgorithm algorithm, const CollectiveLaw& law);
[[nodiscard]] CollectiveTime gather(const GroupLinks& links, double payload, double messages, const CollectiveLaw& law);
[[nodiscard]] CollectiveTime allToAll(const GroupLinks& links, double payload, const CollectiveLaw& law);
/// Every rank sends to its neighbor: each flow leaves a node through a single NIC.
[[nodiscard]] CollectiveTime send(const GroupLinks& links, double payload, const CollectiveLaw& law);

} // namespace kneepoint::library_collectives
