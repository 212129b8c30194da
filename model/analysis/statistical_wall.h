// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>
#include <vector>

/// The effect of a larger global batch on the run: more examples and fewer steps.
namespace kneepoint {

/// A global batch, with the number of replicas that have the current batch per replica.
struct WallPoint {
    double batch = 1;  ///< examples
    double useful = 0; ///< examples needed if each one helped as much as in a small batch; the same for all points
    double wasted = 0; ///< examples beyond these: useful·B/B_crit
    double time_s = 0; ///< to the target, including failures
    double gpus = 1;
};

/// Examples to a target grow as 1 + B/B_crit, steps shrink as 1 + B_crit/B (McCandlish et al. 2018, An Empirical Model
/// of Large-Batch Training, section 2).
struct StatisticalWall {
    double critical_batch = 0; ///< 0: not set, so no example is wasted
    WallPoint present;
    std::vector<WallPoint> points; ///< from one replica up, ascending
};
[[nodiscard]] StatisticalWall statisticalWall(const Analysis& a);
[[nodiscard]] std::string statisticalWallSentence(const StatisticalWall& wall);

} // namespace kneepoint
