// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

#include <optional>

namespace kneepoint {

/// Exposed seconds of a part of the step, in the layout asked about and in the best one.
struct PartDifference {
    Part part = Part::compute;
    double seconds = 0;      ///< in the layout asked about
    double best_seconds = 0; ///< in the best layout
    [[nodiscard]] double more() const { return seconds - best_seconds; }
};

/// Why a layout is not the one that was chosen.
struct WhyNot {
    Layout layout;
    std::vector<BrokenRule> broken;    ///< rules, limits of the space, memory, constraints; with the numbers
    std::optional<FoundLayout> found;  ///< its step, where the layout exists, whether it fits or not
    double step_ratio = 1;             ///< its step time over that of the best layout
    std::vector<PartDifference> parts; ///< the largest loss first
    bool is_best = false;
};

/// `best` may be absent: then only what is broken is known.
[[nodiscard]] WhyNot whyNot(const Scenario& job, const SearchRequest& request, const Layout& asked,
    const FoundLayout* best, const Calibration& calibration);
/// One sentence of it.
[[nodiscard]] std::string whyNotText(const WhyNot& why);

/// The layout named by some of its values; the others are those of `start`. Micro-batches follow from the global
/// batch, and where a pipeline or virtual stages are named or left out, the schedule follows.
[[nodiscard]] Layout completed(const Scenario& job, const Layout& start, const Edit& named);

} // namespace kneepoint
