// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/uncertainty/interval.h"

#include <vector>

/// 90 % intervals of scaling figures. An efficiency compares two steps of one job; with automatic planning, the smaller
/// clusters that it may be compared with keep their layouts in all of them. Errors that affect both alike
/// cancel: the factors of predictionSpread() are varied in both steps, and only the change of their ratio counts.
/// Independent errors of each step are added: of 689 pairs of published steps of the same job, predicted without their
/// source, 93 % are inside the interval; without this term it would be 33 %. For a calibrated scenario, the uncertainty
/// of the ratio depends on the difference between the exposed fractions of the two steps.
namespace kneepoint {

/// The job with each of the factors moved up by its spread that are varied in an interval of its scaling: all of
/// predictionSpread(), or for a calibrated scenario the directions that its runs leave open (openDirections). Empty if
/// nothing similar has been measured. `step`: the interval of its step time.
[[nodiscard]] std::vector<Scenario> uncertainJobs(
    const Scenario& s, const PredictionInterval& step, const Calibration& calibration);

/// Interval of the efficiency at the current scale. Nothing on one replica, or if nothing similar has been measured.
[[nodiscard]] std::optional<Interval> efficiencyInterval(const Analysis& a);
/// Interval of the speedup at the current scale.
[[nodiscard]] std::optional<Interval> speedupInterval(const Analysis& a);
/// Interval of the efficiency at each point of the scaling curve, never above 1 unless the prediction is; empty where
/// efficiencyInterval() has nothing.
[[nodiscard]] std::vector<Interval> efficiencyBand(const Analysis& a);
/// Interval of the knee as defined by theKnee(): where the ends of the efficiency's interval cross the tolerance. The
/// upper end is infinite if it does not cross within the range of the curve; nothing if neither end does.
[[nodiscard]] std::optional<Interval> kneeInterval(const Analysis& a);

} // namespace kneepoint
