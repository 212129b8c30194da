// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace kneepoint {

/// Why a job scales badly: the one list, for knees, diagnosis, waterfall and lessons.
enum class Cause {
    none,
    exposed_communication,
    starved_input,
    straggler,
    tiny_batch,
    large_batch,
    protocol_overhead,
    contention,
    pipeline_bubble,
    tensor_parallel_slow_link,
    expert_all_to_all,
    out_of_memory,
    failures,
};
inline constexpr std::size_t cause_count = 13; ///< with `none`

/// Stable id: "exposed-communication".
[[nodiscard]] std::string_view causeId(Cause cause);
/// For people: "exposed communication".
[[nodiscard]] std::string_view causeLabel(Cause cause);

/// What a cause runs the job into.
enum class Wall {
    systems,     ///< hardware is idle or below its peak
    statistical, ///< hardware is busy, but extra examples no longer help
    capacity,    ///< the job does not fit
    reliability, ///< work is lost and done again
};
[[nodiscard]] Wall wallOf(Cause cause);
/// Stable id: "systems", "statistical", "capacity", "reliability".
[[nodiscard]] std::string_view wallId(Wall wall);
/// In so many words: "Systems wall: the hardware waits; better hardware or a better plan helps."
[[nodiscard]] std::string_view wallSentence(Wall wall);

} // namespace kneepoint
