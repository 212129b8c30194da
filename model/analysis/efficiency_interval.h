// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/metric.h"

/// Where measured figures of scaling lie nine times out of ten. An efficiency compares two steps of one job. What makes
/// both slower alike does not count: the factors of predictionSpread() are moved in both, and only what that changes in
/// their ratio adds up. Errors of each step's own add up too: of 689 pairs of published steps of one job, predicted
/// without their source, 93 % lie inside; without them 33 % would. A calibrated scenario's ratio is as uncertain as the
/// exposed shares of the two steps differ.
namespace kneepoint {

/// Of the efficiency at the present scale. Nothing on one replica, and where nothing like the job has been measured.
[[nodiscard]] std::optional<MetricInterval> efficiencyInterval(const Analysis& a);
/// Of the speedup at the present scale.
[[nodiscard]] std::optional<MetricInterval> speedupInterval(const Analysis& a);
/// Of the knee, as theKnee() defines it: where the ends of the efficiency's interval cross the tolerance. The high end
/// is infinite where its end does not within the range of the curve; nothing where neither does.
[[nodiscard]] std::optional<MetricInterval> kneeInterval(const Analysis& a);

} // namespace kneepoint
