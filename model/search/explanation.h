// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

#include <optional>

namespace kneepoint {

/// Exposed seconds of a part of the step, in the given layout and in the best one.
struct PartDifference {
    Part part = Part::compute;
    double seconds = 0;      ///< in the given layout
    double best_seconds = 0; ///< in the best layout
    [[nodiscard]] double more() const { return seconds - best_seconds; }
};

/// Why a layout was not chosen.
struct WhyNot {
    Layout layout;
    std::vector<BrokenRule> broken;    ///< rules, limits of the space, memory, constraints; with the numbers
    std::optional<FoundLayout> found;  ///< its step, if the layout is valid, whether or not it fits
    double step_ratio = 1;             ///< its step time over that of the best layout
    std::vector<PartDifference> parts; ///< the largest loss first
    bool is_best = false;
};

/// If `best` is absent, only broken rules are reported.
[[nodiscard]] WhyNot whyNot(const Scenario& job, const SearchRequest& request, const Layout& asked,
    const FoundLayout* best, const Calibration& calibration);
/// One sentence of it.
[[nodiscard]] std::string whyNotText(const WhyNot& why);

/// The layout with the given values; the others are taken from `start`. Micro-batches follow from the global batch, and
/// the schedule from pipeline and virtual stages.
[[nodiscard]] Layout completed(const Scenario& job, const Layout& start, const Edit& named);

} // namespace kneepoint
