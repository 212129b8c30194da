// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/layout_rules.h"

#include <optional>
#include <vector>

namespace kneepoint {

/// Which layouts of a job are looked at: each dimension is free, fixed to one value, or limited to some.
struct LayoutSpace {
    /// Values of each dimension in ascending order; absent: free.
    std::array<std::optional<std::vector<double>>, dimension_count> limits;

    [[nodiscard]] bool isFree(Dimension d) const { return !limits[static_cast<std::size_t>(d)]; }
    void free(Dimension d) { limits[static_cast<std::size_t>(d)].reset(); }
    void fix(Dimension d, double value) { limits[static_cast<std::size_t>(d)] = {value}; }
    void limit(Dimension d, std::vector<double> values);
    /// Whether the limits, not the rules, leave this value.
    [[nodiscard]] bool takes(Dimension d, double value) const;
};

/// What a planner leaves open: all dimensions but the gradients' format, which changes the numerics. GPipe is left out,
/// which waits as long as 1F1B and never holds less.
[[nodiscard]] LayoutSpace defaultSpace(const Scenario& job);
/// All dimensions as the job has them, but accumulation, which follows from the others.
[[nodiscard]] LayoutSpace fixedSpace(const Scenario& job);

/// The values that each dimension of a space can have at best. Free degrees divide the GPUs; free tensor parallelism
/// stays inside a node; the others have what their parameters take.
struct Candidates {
    std::array<std::vector<double>, dimension_count> values;
    [[nodiscard]] const std::vector<double>& of(Dimension d) const { return values[static_cast<std::size_t>(d)]; }
    /// Combinations of them, accumulation aside, which follows.
    [[nodiscard]] double combinations() const;
};
[[nodiscard]] Candidates candidatesOf(const LayoutRules& rules, const LayoutSpace& space);

} // namespace kneepoint
