// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// One loss between the ideal and the predicted speedup.
struct WaterfallBar {
    std::string_view id;    ///< part id, or `protocol-efficiency`, `latency`, `contention`
    std::string_view label; ///< for people
    Cause cause = Cause::none;
    Part part = Part::compute; ///< determines the bar's color
    double lost_s = 0;         ///< of the step, beyond the ideal step
    double from = 0;           ///< speedup above the bar
    double to = 0;             ///< speedup below it, never greater
};

/// From K× to the predicted speedup: the losses of data parallelism. Losses inside a replica (tensor, pipeline and
/// expert communication, bubbles, launches) are part of the ideal as well; the sentence names the largest loss of the
/// whole step. The ideal step has every part of the one-replica step, or 1/K of it with strong scaling; the time of a
/// part beyond that is its loss. Bars are in the order in which a step loses time (Part), with communication split into
/// its time at the line rate on an unshared network, then protocol efficiency, latency and contention, each by
/// re-evaluating the scenario without it. Each bar is the drop in speedup when its loss is added to those before it, so
/// bars are contiguous, never rise, and end exactly at the prediction. Parts that take less than the ideal (sharded
/// work) reduce all losses in proportion.
struct Waterfall {
    double ideal = 1;               ///< K
    double predicted = 1;           ///< Headline::speedup, exactly
    double ideal_s = 0;             ///< the step at the ideal speedup
    std::vector<WaterfallBar> bars; ///< those of at least a thousandth of the total loss; none if K replicas reach K×
    std::string sentence;           ///< what the chart shows now
};
[[nodiscard]] Waterfall waterfall(const Analysis& a);

/// Ids of the losses below `share` (0 … 1) of the total loss.
[[nodiscard]] std::vector<std::string_view> smallLosses(const Waterfall& w, double share);
/// The same for waterfalls shown side by side: small in every one that has the loss.
[[nodiscard]] std::vector<std::string_view> smallLosses(std::span<const Waterfall> side_by_side, double share);
/// Merges the losses in `ids` into one bar, `other`, at the end; bars are still contiguous, never rise, and end at the
/// prediction. Fewer than two are left unchanged.
[[nodiscard]] Waterfall foldedTogether(Waterfall w, std::span<const std::string_view> ids);

} // namespace kneepoint
