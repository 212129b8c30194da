// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"

#include "model/analysis/roofline.h"
#include "model/analysis/scaling.h"
#include "model/analysis/throughput.h"
#include "model/analysis/training.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {
namespace {

Headline headline(const Scenario& s, const ScalePoint& now)
{
    const StepReport& step = now.step;
    Headline h;
    h.speedup = now.speedup;
    h.efficiency = now.efficiency;
    h.examples_per_s = examplesPerSecond(step);
    h.tokens_per_s = tokensPerSecond(s, step);
    h.gpu_utilization = gpuUtilization(step);
    h.mfu = modelFlopsUtilization(s, step);
    h.hfu = hardwareFlopsUtilization(s, step);
    return h;
}

std::vector<ScalePoint> breakdown(ScalingQuestion& question, const ScalePoint& now, double max_workers)
{
    std::vector<ScalePoint> bars;
    for (double k = 1; k <= max_workers; k *= 2)
        bars.push_back(question.at(k));
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
    ScalingQuestion question(s, calibration);
    const ScalePoint now = question.at(workers(s));
    Analysis a;
    a.scenario = s;
    a.calibration = calibration;
    a.step = now.step;
    a.prediction_interval = predictionInterval(s, now.step, calibration);
    a.single = question.single(now.workers);
    a.headline = headline(s, now);
    a.roofline = roofline(s, now.step);
    a.curve = scalingCurve(question, s);
    a.breakdown = breakdown(question, now, a.curve.max_workers);
    a.training = training(s, now.step);
    return a;
}

} // namespace kneepoint
