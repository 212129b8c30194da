// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/layout_rules.h"

#include <optional>
#include <vector>

namespace kneepoint {

/// The layouts of a job to be searched: each dimension is free, fixed to one value, or restricted to some.
struct LayoutSpace {
    /// Values of each dimension in ascending order; absent: free.
    std::array<std::optional<std::vector<double>>, dimension_count> limits;

    [[nodiscard]] bool isFree(Dimension d) const { return !limits[static_cast<std::size_t>(d)]; }
    void free(Dimension d) { limits[static_cast<std::size_t>(d)].reset(); }
    void fix(Dimension d, double value) { limits[static_cast<std::size_t>(d)] = {value}; }
    void limit(Dimension d, std::vector<double> values);
    /// Whether the space (not the rules) allows this value.
    [[nodiscard]] bool takes(Dimension d, double value) const;
};

/// The default space of planning: all dimensions except the gradient format, which changes the numerics. GPipe is left
/// out because it idles as long as 1F1B and never needs less memory.
[[nodiscard]] LayoutSpace defaultSpace(const Scenario& job);
/// All dimensions fixed to the job's values, except accumulation, which follows from the others.
[[nodiscard]] LayoutSpace fixedSpace(const Scenario& job);

/// A superset of the values of each dimension in a space. Free degrees divide the GPUs; free tensor parallelism stays
/// within a node; other dimensions have the range of their parameters.
struct Candidates {
    std::array<std::vector<double>, dimension_count> values;
    [[nodiscard]] const std::vector<double>& of(Dimension d) const { return values[static_cast<std::size_t>(d)]; }
    /// Number of combinations, without accumulation, which follows from the others.
    [[nodiscard]] double combinations() const;
};
[[nodiscard]] Candidates candidatesOf(const LayoutRules& rules, const LayoutSpace& space);

} // namespace kneepoint
