// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/wall.h"

#include <array>
#include <cstddef>

namespace kneepoint {
namespace {

struct WallText {
    std::string_view id;
    std::string_view sentence;
};

constexpr std::array<WallText, 4> texts{{
    {"systems", "Systems wall: the hardware is idle or runs below its peak; a better plan or faster hardware helps."},
    {"statistical",
        "Statistical wall: GPUs are busy, but extra examples no longer help; faster hardware does not fix it."},
    {"capacity", "Capacity wall: the job does not fit in memory and cannot run as configured."},
    {"reliability", "Reliability wall: finished work is lost to interruptions and repeated."},
}};

} // namespace

std::string_view wallId(Wall wall)
{
    return texts[static_cast<std::size_t>(wall)].id;
}

std::string_view wallSentence(Wall wall)
{
    return texts[static_cast<std::size_t>(wall)].sentence;
}

} // namespace kneepoint
