// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kneepoint {

/// The wall that a cause represents.
enum class Wall {
    systems,     ///< hardware is idle or below its peak
    statistical, ///< hardware is busy, but extra examples no longer help
    capacity,    ///< the job does not fit
    reliability, ///< work is lost and repeated
};
/// Stable id: "systems", "statistical", "capacity", "reliability".
[[nodiscard]] std::string_view wallId(Wall wall);
/// For people: "Systems wall: the hardware is idle or runs below its peak; a better plan or faster hardware helps."
[[nodiscard]] std::string_view wallSentence(Wall wall);

} // namespace kneepoint
