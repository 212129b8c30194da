// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

namespace kneepoint {

/// Evaluates the scaling curve at any K.
struct CurveSample {
    double workers = 1;
    double step_s = 0;
    double speedup = 1;
    double efficiency = 1;
    double gamma = 0;
    Bound bound = Bound::compute;
};

/// The point of the curve at this K; computed if the curve has none there.
[[nodiscard]] ScalePoint pointAt(const Analysis& analysis, double workers);

/// Interpolates between the points of the curve on the logarithm of K; constant beyond its ends. The bound is that of
/// the region. The curve must have points.
[[nodiscard]] CurveSample sampleCurve(const ScalingCurve& curve, double workers);

} // namespace kneepoint
