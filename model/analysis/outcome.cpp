// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/outcome.h"

#include "model/analysis/scaling.h"
#include "model/analysis/throughput.h"
#include "model/analysis/training.h"
#include "model/job/model_shape.h"
#include "model/scenario/scenario.h"

namespace kneepoint {

Outcome outcome(const Scenario& s, const Calibration& calibration)
{
    const ScalePoint now = scalePoint(s, workers(s), calibration);
    return outcome(s, now.step, now.efficiency);
}

Outcome outcome(const Scenario& s, const StepReport& step, double efficiency)
{
    const Training run = training(s, step);
    Outcome o;
    o.step_s = step.step_s;
    o.global_batch = step.global_batch;
    o.efficiency = efficiency;
    o.examples_per_s = examplesPerSecond(step);
    o.statistical_efficiency = run.statistical_efficiency;
    o.goodput = run.goodput.share;
    o.text = countedShare(s.workload);
    o.useful_per_s = o.text * usefulExamplesPerSecond(s, step);
    o.useful_per_dollar = o.text * usefulExamplesPerDollar(s, step);
    o.training_s = run.time_s;
    o.cost = run.cost;
    o.memory_bytes = step.memory.total();
    o.fits = step.memory.fits();
    return o;
}

} // namespace kneepoint
