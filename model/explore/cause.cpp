// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/cause.h"

#include <array>

namespace kneepoint {

std::string_view causeId(Cause cause)
{
    static constexpr std::array<std::string_view, cause_count> ids{"none", "exposed-communication", "starved-input",
        "straggler", "tiny-batch", "large-batch", "protocol-overhead", "contention", "pipeline-bubble",
        "tensor-parallel-slow-link", "expert-all-to-all", "out-of-memory", "failures"};
    return ids[static_cast<std::size_t>(cause)];
}

std::string_view causeLabel(Cause cause)
{
    static constexpr std::array<std::string_view, cause_count> labels{"no loss", "exposed communication",
        "starved input", "stragglers", "tiny batch per GPU", "large-batch breakdown", "protocol overhead",
        "network contention", "pipeline bubble", "tensor parallelism on a slow link", "expert all-to-all",
        "out of memory", "failures"};
    return labels[static_cast<std::size_t>(cause)];
}

Wall wallOf(Cause cause)
{
    switch (cause) {
    case Cause::large_batch:
        return Wall::statistical;
    case Cause::out_of_memory:
        return Wall::capacity;
    case Cause::failures:
        return Wall::reliability;
    default:
        return Wall::systems;
    }
}

std::string_view wallId(Wall wall)
{
    static constexpr std::array<std::string_view, 4> ids{"systems", "statistical", "capacity", "reliability"};
    return ids[static_cast<std::size_t>(wall)];
}

std::string_view wallSentence(Wall wall)
{
    static constexpr std::array<std::string_view, 4> sentences{
        "Systems wall: the hardware waits or runs below its peak; a better plan or better hardware helps.",
        "Statistical wall: the hardware is busy, but extra examples no longer help; faster hardware buys nothing.",
        "Capacity wall: the job does not fit into memory and cannot run as it is.",
        "Reliability wall: finished work is lost to interruptions and done again."};
    return sentences[static_cast<std::size_t>(wall)];
}

} // namespace kneepoint
