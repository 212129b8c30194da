// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"

#include "model/analysis/roofline.h"
#include "model/analysis/scaling.h"
#include "model/analysis/training.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// The points of the curve at powers of two, and the scenario's own.
std::vector<ScalePoint> breakdown(const ScalingCurve& curve, const ScalePoint& now)
{
    std::vector<ScalePoint> bars;
    double k = 1;
    for (const ScalePoint& point : curve.points)
        if (point.workers == k) {
            bars.push_back(point);
            k *= 2;
        }
    const auto place = std::ranges::lower_bound(bars, now.workers, {}, &ScalePoint::workers);
    if (place == bars.end() || place->workers != now.workers)
        bars.insert(place, now);
    return bars;
}

} // namespace

Analysis analyze(const Scenario& s)
{
    return analyze(s, shippedCalibration());
}

Analysis analyze(const Scenario& s, const Calibration& calibration)
{
    Analysis a;
    a.scenario = s;
    a.calibration = calibration;
    a.smaller_clusters = smallerClustersOf(s, calibration);
    ScalingQuestion question(s, calibration, a.smaller_clusters);
    const ScalePoint now = question.at(workers(s));
    a.step = now.step;
    a.prediction_interval = predictionInterval(s, now.step, calibration);
    a.baseline = question.baseline(now.workers);
    a.headline = {now.speedup, now.efficiency};
    a.roofline = roofline(s, now.step);
    a.curve = scalingCurve(question, s);
    a.breakdown = breakdown(a.curve, now);
    a.training = training(s, now.step);
    return a;
}

} // namespace kneepoint
