// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/analysis.h"

#include "model/cost/operations.h"
#include "model/explore/roofline.h"
#include "model/explore/scaling.h"
#include "model/explore/training.h"

#include <algorithm>

namespace kneepoint {
namespace {

Headline headline(const Scenario& s, const ScalePoint& now)
{
    const StepReport& step = now.step;
    const double peak_work = gpusPerReplica(s) * step.step_s * step.roof.peak_flops;
    Headline h;
    h.speedup = now.speedup;
    h.efficiency = now.efficiency;
    h.examples_per_s = step.global_batch / step.step_s;
    h.tokens_per_s = h.examples_per_s * tokensPerExample(s.workload);
    h.gpu_utilisation = step.compute_s / step.step_s;
    h.mfu = step.step_flops / peak_work;
    h.hfu = step.hardware_flops / peak_work;
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

Analysis analyse(const Scenario& s)
{
    ScalingQuestion question(s);
    const ScalePoint now = question.at(workers(s));
    Analysis a;
    a.scenario = s;
    a.step = now.step;
    a.prediction_interval = predictionInterval(s, now.step);
    a.single = question.single(now.workers);
    a.headline = headline(s, now);
    a.roofline = roofline(s, now.step);
    a.curve = scalingCurve(question, s);
    a.breakdown = breakdown(question, now, a.curve.max_workers);
    a.training = training(s, now.step);
    return a;
}

} // namespace kneepoint
