// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// One loss on the way from the ideal speedup down to the predicted one.
struct WaterfallBar {
    std::string_view id;    ///< part id, or `protocol-efficiency`, `latency`, `contention`
    std::string_view label; ///< for people
    Cause cause = Cause::none;
    Part part = Part::compute; ///< whose color the bar wears
    double lost_s = 0;         ///< of the step, beyond the ideal step
    double from = 0;           ///< speedup above the bar
    double to = 0;             ///< speedup below it, never greater
};

/// From K× to the predicted speedup: the loss of data parallelism. What one replica loses inside itself (tensor,
/// pipeline and expert communication, bubbles, launches) is in the ideal as well; the sentence names the largest loss
/// of the whole step. The ideal step has every part of the one-replica step, 1/K of it under strong scaling; what a
/// part takes beyond that is its loss. Bars stand in the order in which a step loses time (Part), with communication
/// split into its time at the line rate on an unshared network, then protocol efficiency, latency and contention, each
/// by re-evaluating the scenario without it. Each bar is the fall of the speedup as its loss is added to those before
/// it, so bars touch, never rise, and end exactly on the prediction. Parts that take less than the ideal (work that is
/// shared out) lower all losses in proportion.
struct Waterfall {
    double ideal = 1;               ///< K
    double predicted = 1;           ///< Headline::speedup, exactly
    double ideal_s = 0;             ///< the step at the ideal speedup
    std::vector<WaterfallBar> bars; ///< those of a thousandth of the loss or more; none where K replicas reach K×
    std::string sentence;           ///< what the chart shows now
};
[[nodiscard]] Waterfall waterfall(const Analysis& a);

/// Ids of the losses below `share` (0 … 1) of the whole loss.
[[nodiscard]] std::vector<std::string_view> smallLosses(const Waterfall& w, double share);
/// The same of two waterfalls drawn beside each other: small in each of them that has the loss.
[[nodiscard]] std::vector<std::string_view> smallLosses(
    const Waterfall& w, const std::optional<Waterfall>& beside, double share);
/// The losses named by `ids` as one bar, `other`, behind the rest: bars touch, never rise and end on the prediction as
/// before. Fewer than two stay as they are.
[[nodiscard]] Waterfall foldedTogether(Waterfall w, std::span<const std::string_view> ids);

} // namespace kneepoint
