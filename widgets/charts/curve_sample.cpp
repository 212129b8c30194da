// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/curve_sample.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// Straight on a logarithmic axis where both ends have a logarithm, else straight.
double between(double a, double b, double share)
{
    if (a > 0 && b > 0)
        return a * std::pow(b / a, share);
    return a + (b - a) * share;
}

} // namespace

ScalePoint pointAt(const Analysis& analysis, double workers)
{
    const auto& points = analysis.curve.points;
    const auto here = std::ranges::lower_bound(points, workers, {}, &ScalePoint::workers);
    return here != points.end() && here->workers == workers ? *here : scalePoint(analysis, workers);
}

CurveSample sampleCurve(const ScalingCurve& curve, double workers)
{
    const auto& points = curve.points;
    const double k = std::clamp(workers, points.front().workers, points.back().workers);
    const auto after = std::lower_bound(
        points.begin(), points.end(), k, [](const ScalePoint& p, double value) { return p.workers < value; });
    const ScalePoint& b = after == points.end() ? points.back() : *after;
    const ScalePoint& a = after == points.begin() || after == points.end() ? b : *std::prev(after);
    const double span = std::log(b.workers / a.workers);
    const double share = span > 0 ? std::log(k / a.workers) / span : 1;

    CurveSample sample{k, between(a.step.step_s, b.step.step_s, share), between(a.speedup, b.speedup, share),
        between(a.efficiency, b.efficiency, share), between(a.step.gamma, b.step.gamma, share), b.step.bound};
    for (const BoundRegion& region : curve.regions)
        if (k >= region.from_workers && k <= region.to_workers)
            sample.bound = region.bound;
    return sample;
}

} // namespace kneepoint
