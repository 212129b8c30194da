// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

namespace kneepoint {

/// What the scaling curve says at any K.
struct CurveSample {
    double workers = 1;
    double step_s = 0;
    double speedup = 1;
    double efficiency = 1;
    double gamma = 0;
    Bound bound = Bound::compute;
};

/// The point of the curve at this K; computed where the curve has none there.
[[nodiscard]] ScalePoint pointAt(const Analysis& analysis, double workers);

/// Between the points of the curve, on the logarithm of K; its ends beyond them. The bound is that of the region.
/// The curve must have points.
[[nodiscard]] CurveSample sampleCurve(const ScalingCurve& curve, double workers);

} // namespace kneepoint
