// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"

/// How probably a campaign keeps to its prediction.
namespace kneepoint {

/// Standard deviation of the logarithm of the whole campaign's time, and of its cost; nothing without an interval.
[[nodiscard]] std::optional<double> spreadOf(
    const PlanPoint& p, const Campaign& campaign, const Calibration& calibration);

/// Probability that the layout fits in memory.
[[nodiscard]] double fitOf(const PlanPoint& p);

/// The campaign keeps both limits and the layout fits. Errors of time and cost are fully correlated, so the stricter of
/// the two limits decides. Where the error of the step is unknown, only that of the campaign counts.
[[nodiscard]] double chanceOf(const PlanPoint& p, const PlanLimits& limits, const Campaign& campaign);

/// The factor on its prediction below which a campaign stays with that probability, if its layout fits, too; nothing
/// where it fits less probably than that.
[[nodiscard]] std::optional<double> factorFor(const PlanPoint& p, double chance, const Campaign& campaign);

} // namespace kneepoint
