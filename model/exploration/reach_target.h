// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/metric.h"

/// What a job is asked to reach, and how far it is from there.
namespace kneepoint {

struct Calibration;

/// What a figure has to be. Lower is better for a time or a cost, higher for everything else.
struct ReachTarget {
    enum class Kind {
        figure,    ///< the metric's value, in its base unit
        knee_gpus, ///< the knee in GPUs instead of replicas, whatever the size of a replica
        fits,      ///< the job fits in memory; `value` and `metric` do not count
    };
    Kind kind = Kind::figure;
    const Metric* metric = nullptr; ///< set for Kind::figure
    double value = 0;

    bool operator==(const ReachTarget&) const = default;
};

[[nodiscard]] bool lowerIsBetter(const ReachTarget& target);

/// The target's figure of a scenario, in its base unit; for fits the bytes of the fullest GPU over those it has.
/// Infinity for a knee beyond the curve if the job still scales at the one asked for; not-a-number if there is none.
[[nodiscard]] double reachFigure(const ReachTarget& target, const Scenario& s, const Calibration& calibration);
[[nodiscard]] bool isReached(const ReachTarget& target, double figure);

/// Whether the figure compares the job with itself, so that slower GPUs improve it.
[[nodiscard]] bool isRelative(const ReachTarget& target);

/// How far a figure is from the target, as a factor: 1 is there, 2 is twice too much or half of what is wanted.
[[nodiscard]] double shortfall(const ReachTarget& target, double figure);

/// A target one would ask this job for: the present figure a quarter better, of a share half of what is missing, of the
/// knee the next of 1, 2, 5, 10, 20 … GPUs; two digits.
[[nodiscard]] double likelyTarget(const ReachTarget& target, double here);

} // namespace kneepoint
