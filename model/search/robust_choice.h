// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

namespace kneepoint {

/// A layout that the model cannot tell from the best one, but that is simpler or leaves more memory free.
struct RobustChoice {
    FoundLayout found;
    double slower = 0;      ///< share by which its step is longer than the best
    double memory_free = 0; ///< share of a GPU's memory
    bool is_best = false;   ///< nothing simpler is within the noise
};

/// Share of the memory that a robust layout leaves free; an assumption.
inline constexpr double robust_headroom = 0.1;

/// How many techniques a layout uses beside plain data parallelism: splits of the model, sharding, recomputation,
/// virtual stages; a degree counts once for every doubling.
[[nodiscard]] double complexity(const Layout& layout);

/// Of the layouts whose step is at most `noise` (a share) longer than the best: the simplest one that leaves
/// `headroom` (a share) of the memory free, or, where none does, the simplest. `request` is that of the search.
[[nodiscard]] RobustChoice robustChoice(const Scenario& job, const SearchRequest& request, const FoundLayout& best,
    double noise, double headroom, const Calibration& calibration);

} // namespace kneepoint
