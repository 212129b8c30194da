// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/training.h"

#include "model/analysis/throughput.h"
#include "model/catalogue/site_power.h"
#include "model/cost/operations.h"
#include "model/job/reliability.h"
#include "model/scenario/scenario.h"

namespace kneepoint {
namespace {
constexpr double seconds_per_hour = 3600;
} // namespace

double statisticalEfficiency(double global_batch, double critical_batch)
{
    return critical_batch > 0 ? 1 / (1 + global_batch / critical_batch) : 1;
}

Training training(const Scenario& s, const StepReport& step)
{
    const Workload& w = s.workload;
    Training run;
    run.statistical_efficiency = statisticalEfficiency(step.global_batch, w.critical_batch);
    run.steps = w.training_goal == TrainingGoal::steps
        ? w.training_steps
        : w.training_tokens / (step.global_batch * tokensPerExample(w)) / run.statistical_efficiency;
    run.goodput = goodput(reliabilityOf(s), step.gpus);
    run.time_s = run.steps * step.step_s / run.goodput.share;
    run.gpu_hours = run.time_s * step.gpus / seconds_per_hour;
    run.cost = run.gpu_hours * s.cluster.price_per_gpu_hour;
    run.energy_j = run.time_s * sitePowerW(s.cluster, step.gpus);
    return run;
}

double usefulExamplesPerSecond(const Scenario& s, const StepReport& step)
{
    const double helpful = statisticalEfficiency(step.global_batch, s.workload.critical_batch);
    return examplesPerSecond(step) * helpful * goodput(reliabilityOf(s), step.gpus).share;
}

double usefulExamplesPerDollar(const Scenario& s, const StepReport& step)
{
    const double price = s.cluster.price_per_gpu_hour;
    return usefulExamplesPerSecond(s, step) * seconds_per_hour / (step.gpus * (price > 0 ? price : 1));
}

} // namespace kneepoint
