// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>
#include <string>

namespace kneepoint {

class ScalingQuestion;

/// The three knees of the curve that `points` sample, each refined by root finding or by minimizing; the thresholds of
/// γ and of efficiency are the assumptions'.
[[nodiscard]] Knees findKnees(
    ScalingQuestion& question, const std::vector<ScalePoint>& points, const Assumptions& thresholds);

/// What grew most, against the ideal, between one replica and this point: the cause that a knee carries.
[[nodiscard]] Cause causeOfLoss(const StepReport& single, const ScalePoint& point);

/// *The* knee, wherever one is spoken of: where efficiency falls below the tolerance. γ counts communication that
/// compute hides and none of the other losses, so it may be crossed far from where scaling ends; the bend of the curve
/// has no threshold that a person could choose.
[[nodiscard]] const std::optional<Knee>& theKnee(const ScalingCurve& curve);
/// "K = 23"; "K < 2" where the second replica is already past it: between one replica and two there is no job; "no
/// knee" of infinitely many.
[[nodiscard]] std::string kneePlace(double workers);
/// Its definition, to stand beside it: "efficiency below 80 %".
[[nodiscard]] std::string kneeDefinition(const Scenario& s);

} // namespace kneepoint
