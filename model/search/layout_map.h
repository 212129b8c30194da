// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/search/search.h"

#include <vector>

/// The layouts of a job over two of its dimensions.
namespace kneepoint {

/// The layouts with given values of the two dimensions.
struct LayoutCell {
    double x = 1, y = 1;          ///< values of the dimensions
    double valid = 0;             ///< layouts allowed by the rules
    std::vector<FoundLayout> top; ///< those that fit, best first; empty if none does
    double least_memory_bytes = std::numeric_limits<double>::infinity(); ///< needed by any of them
    [[nodiscard]] const FoundLayout* best() const { return top.empty() ? nullptr : &top.front(); }
};

struct LayoutMap {
    Dimension x = Dimension::tensor, y = Dimension::pipeline;
    std::vector<double> xs, ys;    ///< in ascending order
    std::vector<LayoutCell> cells; ///< row by row: ys.size() rows of xs.size() cells
    bool whole = false;            ///< every cell was searched completely
    [[nodiscard]] const LayoutCell& at(std::size_t column, std::size_t row) const
    {
        return cells[row * xs.size() + column];
    }
    /// Every layout of the map, the best first.
    [[nodiscard]] std::vector<const FoundLayout*> ranked() const;
    [[nodiscard]] const FoundLayout* best() const;
};

/// Searches the request's space cell by cell, for the values allowed by the space, the rules and the GPUs. Progress,
/// stop and the number of layouts per cell are those of the request.
[[nodiscard]] LayoutMap layoutMap(
    const Scenario& job, const SearchRequest& request, Dimension x, Dimension y, const Calibration& calibration);

} // namespace kneepoint
