// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/outcome.h"

#include "model/explore/scaling.h"
#include "model/explore/training.h"

namespace kneepoint {

Outcome outcome(const Scenario& s)
{
    const ScalePoint now = scalePoint(s, workers(s));
    return outcome(s, now.step, now.efficiency);
}

Outcome outcome(const Scenario& s, const StepReport& step, double efficiency)
{
    const Training run = training(s, step);
    const double price = s.cluster.price_per_gpu_hour;
    Outcome o;
    o.step_s = step.step_s;
    o.efficiency = efficiency;
    o.examples_per_s = step.global_batch / step.step_s;
    o.statistical_efficiency = run.statistical_efficiency;
    o.goodput = run.goodput.share;
    o.useful_per_s = o.examples_per_s * o.statistical_efficiency * o.goodput;
    o.useful_per_dollar = o.useful_per_s * 3600 / (step.gpus * (price > 0 ? price : 1));
    o.training_s = run.time_s;
    o.cost = run.cost;
    o.memory_bytes = step.memory.total();
    o.fits = step.memory.fits();
    return o;
}

} // namespace kneepoint
