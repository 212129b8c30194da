// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

namespace kneepoint {

/// A layout that the model cannot distinguish from the best one, but that is simpler or leaves more memory free.
struct RobustChoice {
    FoundLayout found;
    double slower = 0;      ///< relative difference of its step time from the best
    double memory_free = 0; ///< share of a GPU's memory
    bool is_best = false;   ///< no simpler layout is within the noise
};

/// Share of the memory that a robust layout leaves free; an assumption.
inline constexpr double robust_headroom = 0.1;

/// The number of techniques a layout uses in addition to plain data parallelism: model parallelism, sharding,
/// recomputation, virtual stages; a degree counts once per doubling.
[[nodiscard]] double complexity(const Layout& layout);

/// Among the layouts whose step is at most `noise` (a fraction) longer than the best: the simplest one that leaves
/// `headroom` (a fraction) of the memory free, or the simplest if none does. `request` is that of the search.
[[nodiscard]] RobustChoice robustChoice(const Scenario& job, const SearchRequest& request, const FoundLayout& best,
    double noise, double headroom, const Calibration& calibration);

} // namespace kneepoint
