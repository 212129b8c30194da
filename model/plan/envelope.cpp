// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/envelope.h"
#include "model/catalogue/derive.h"

#include "model/analysis/knees.h"
#include "model/analysis/scaling.h"
#include "model/analysis/throughput.h"
#include "model/analysis/training.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

std::vector<double> workerCounts(const Analysis& a)
{
    std::vector<double> counts;
    for (double k = 1; k <= a.curve.max_workers; k *= 2)
        counts.push_back(k);
    counts.push_back(a.step.workers);
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

/// Nothing if efficiency never reaches the tolerance, or never leaves it.
std::optional<double> kneeOf(const std::vector<EnvelopePoint>& points, double tolerance)
{
    std::vector<EfficiencyPoint> within;
    within.reserve(points.size());
    for (const EnvelopePoint& p : points)
        if (!within.empty() || p.efficiency >= tolerance)
            within.push_back({p.workers, p.efficiency});
    const double knee = kneeBetween(within, tolerance);
    return std::isfinite(knee) ? std::optional(knee) : std::nullopt;
}

} // namespace

Envelope envelope(const Analysis& a, const EnvelopeRequest& request)
{
    Envelope all;
    const double one =
        a.curve.points.empty() || !(a.headline.speedup > 0) ? 0 : examplesPerSecond(a.step) / a.headline.speedup;
    if (!(one > 0))
        return all;
    for (const double k : workerCounts(a)) {
        Scenario job = withWorkers(a.scenario, k);
        const AutoPlanAnswer found = autoPlan(job,
            {.most_families = request.most_families, .threads = request.threads, .stop = request.stop}, a.calibration);
        if (request.stop.stop_requested())
            return all;
        all.whole = all.whole && found.whole;
        if (!found.layout)
            continue;
        job = inLayout(job, editOf(*found.layout));
        const StepReport step = evaluate(job, a.calibration);
        all.points.push_back({k, step.gpus, examplesPerSecond(step) / one, 1, training(job, step), *found.layout});
    }
    // A planned job has its own baseline as well. Every point is itself one that larger ones have to reach.
    ScalingQuestion question(a.scenario, a.calibration, a.smaller_clusters);
    double best = 0;
    for (EnvelopePoint& p : all.points) {
        if (a.scenario.automatic.on) {
            const StepReport single = question.single(p.workers);
            best = std::max(best, examplesPerSecond(single) / one);
        }
        best = std::max(best, p.speedup / p.workers);
        p.efficiency = p.speedup / p.workers / best;
    }
    all.knee = kneeOf(all.points, a.scenario.assumptions.efficiency_tolerance);
    return all;
}

} // namespace kneepoint
