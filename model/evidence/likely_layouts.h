// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"

#include <span>
#include <string>
#include <vector>

namespace kneepoint {

/// A layout that fits the process groups of a trace. tensor × pipeline × data = GPUs.
struct LikelyLayout {
    double tensor = 1, pipeline = 1, data = 1;
    double likelihood = 0; ///< 0..1, of the layouts that fit
    bool operator==(const LikelyLayout&) const = default;
};

/// The layouts whose groups are those of a trace, the likeliest first, at most `most`: tensor groups have most calls
/// and fit in a node, pipeline groups send and receive, data groups carry the largest messages; names of groups that
/// say what they are count most. Empty if the trace does not state sizes of groups, or none fits.
[[nodiscard]] std::vector<LikelyLayout> likelyLayouts(
    std::span<const ObservedGroup> groups, double gpus, double gpus_per_node, std::size_t most = 3);

/// The settings of a layout, with the place where its groups were read.
[[nodiscard]] std::vector<ObservedSetting> settingsOf(const LikelyLayout& layout);

/// "TP 8 · PP 2 · DP 4"
[[nodiscard]] std::string layoutText(const LikelyLayout& layout);

} // namespace kneepoint
