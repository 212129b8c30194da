// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <optional>
#include <span>
#include <string>

namespace kneepoint {

class ScalingQuestion;

/// The three knees of the curve sampled by `points`, each refined by root finding or minimization; the thresholds of γ
/// and efficiency are assumptions of the scenario.
[[nodiscard]] Knees findKnees(
    ScalingQuestion& question, const std::vector<ScalePoint>& points, const Assumptions& thresholds);

/// The worker count at which efficiency falls below the tolerance, at most 2 % beyond it; 1 if it is below it there,
/// and infinite if it is not below it up to `most_workers`.
[[nodiscard]] double nearKnee(ScalingQuestion& question, double most_workers, double tolerance);

/// An efficiency on a curve.
struct EfficiencyPoint {
    double workers = 1, efficiency = 1;
};
/// Where a curve that is known only at these points falls below the tolerance: linear on the logarithms between two
/// points; the first point if it is below, infinite if none is.
[[nodiscard]] double kneeBetween(std::span<const EfficiencyPoint> points, double tolerance);

/// The part that grew most, relative to the ideal, between the baseline and this point: the cause of a knee. `single`:
/// the baseline's T(1).
[[nodiscard]] Cause causeOfLoss(const StepReport& single, const ScalePoint& point);

/// The knee that "the knee" always refers to: where efficiency falls below the tolerance. γ includes hidden
/// communication and none of the other losses, so it may cross its threshold far from where scaling ends; the maximum
/// curvature has no adjustable threshold.
[[nodiscard]] const std::optional<Knee>& theKnee(const ScalingCurve& curve);
/// "K = 23"; "K < 2" if the second replica is already past it, because there is no job between one replica and two; "no
/// knee" if infinite.
[[nodiscard]] std::string kneePlace(double workers);
/// Its definition, for its label: "efficiency below 80 %".
[[nodiscard]] std::string kneeDefinition(const Scenario& s);

} // namespace kneepoint
