// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kneepoint {

/// The same collective on several ranks.
struct MatchedCollective {
    std::string operation;
    std::int64_t pure_ns = 0;               ///< shortest duration over the ranks: none waited for another
    std::int64_t start_skew_ns = 0;         ///< between the first and the last arrival
    std::size_t last = 0;                   ///< index of the timeline that arrived last
    std::vector<std::int64_t> durations_ns; ///< by timeline
};

struct RankComparison {
    std::vector<MatchedCollective> collectives;
    std::vector<std::int64_t> wait_ns; ///< of each timeline, in all matched collectives: duration beyond the shortest
    std::int64_t pure_ns = 0;          ///< of all matched collectives
    bool common_clock = true;          ///< ends agree, so starts can be compared
};

/// Matches collectives by group and by their order in it; a rank runs the collectives of a group in the same order as
/// the others. The time beyond the shortest duration over the ranks is waiting (as in PyTorch's TensorBoard plugin).
[[nodiscard]] RankComparison compareRanks(std::span<const RankTimeline* const> timelines);

/// Findings of the ranks together: stragglers with the rank that is late most often, and communication that is slow by
/// itself. Empty for fewer than two ranks, without matched collectives, and for traces that may be of two runs: of one
/// rank, or of ranks that are not stated and whose collectives do not end together.
[[nodiscard]] std::vector<EvidenceFinding> rankFindings(std::span<const RankTimeline* const> timelines);

} // namespace kneepoint
