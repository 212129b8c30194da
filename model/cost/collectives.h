// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/collective_operation.h"
#include "model/job/group_links.h"
#include "model/job/textbook_laws.h"

/// Time of collectives over two levels of links, within a node and between nodes: one law for all depths. Its constants
/// are those of textbooks or those fitted to measured curves of NCCL and similar libraries, which choose algorithms by
/// topology and wire protocols by size; collectiveLaw() selects them.
///
/// With the fitted constants, a ring is partly in lockstep: across nodes, a share of its steps takes as long as the
/// slowest hop, and the other hops add up. Measurements disagree on that share: a small all-gather on Polaris takes
/// nine times as long on eight nodes as on two, as hops that add up would, while tensor parallelism over H100 nodes on
/// EFA takes twice as long on 32 ranks as on 16, as in lockstep.
namespace kneepoint {

struct CollectiveTime {
    double seconds = 0;
    double latency_s = 0; ///< contained in seconds
    double bytes = 0;     ///< sent and received per rank, as the law counts them
};

/// All-reduce of `payload` bytes in `messages` pieces; zero for one rank. Ring: 2(K−1) hops; tree: 2·log₂K hops
/// (communication wall, collective algorithms). Automatic: the fastest of ring, tree and in-switch reduction, which
/// libraries choose from by themselves; whether a hierarchy is included is a constant of the law, because training
/// software usually has to ask for it.
[[nodiscard]] CollectiveTime allReduce(
    const GroupLinks& links, double payload, double messages, CollectiveAlgorithm algorithm, const CollectiveLaw& law);

/// All-gather or reduce-scatter of `payload` bytes (gathered) in `messages` pieces: rings, so latency grows with the
/// number of ranks. Zero for one rank.
[[nodiscard]] CollectiveTime gather(const GroupLinks& links, double payload, double messages, const CollectiveLaw& law);

/// All-to-all of `payload` bytes per rank, (e−1)/e of which are sent to other ranks; zero for one rank.
[[nodiscard]] CollectiveTime allToAll(const GroupLinks& links, double payload, const CollectiveLaw& law);

/// Every rank sends `payload` bytes to its neighbor: each flow leaves a node through a single NIC. At least two ranks.
[[nodiscard]] CollectiveTime send(const GroupLinks& links, double payload, const CollectiveLaw& law);

/// A collective of `payload` bytes in one piece, with the size as nccl-tests counts it.
[[nodiscard]] CollectiveTime collective(CollectiveOperation operation, const GroupLinks& links, double payload,
    CollectiveAlgorithm algorithm, const CollectiveLaw& law);

/// Fraction of the payload that a rank of a ring sends: all but its own shard, (n−1)/n.
[[nodiscard]] inline double ringShare(double ranks)
{
    return (ranks - 1) / ranks;
}
/// Serial steps of a ring all-reduce, 2(n−1).
[[nodiscard]] double ringSteps(double ranks);
/// Hops from leaf to root of a tree, ⌈log₂ n⌉.
[[nodiscard]] double treeDepth(double ranks);

} // namespace kneepoint
