// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/throughput.h"

#include "model/catalogue/site_power.h"
#include "model/cost/operations.h"
#include "model/scenario/scenario.h"

namespace kneepoint {
namespace {

/// FLOP that the GPUs of a replica could do in the step.
double peakWork(const Scenario& s, const StepReport& step)
{
    return gpusPerReplica(s) * step.step_s * step.roof.peak_flops;
}

} // namespace

double examplesPerSecond(const StepReport& step)
{
    return step.global_batch / step.step_s;
}

double tokensPerSecond(const Scenario& s, const StepReport& step)
{
    return examplesPerSecond(step) * tokensPerExample(s.workload);
}

double joulesPerToken(const Scenario& s, const StepReport& step)
{
    return sitePowerW(s.cluster, step.gpus) / tokensPerSecond(s, step);
}

double gpuUtilization(const StepReport& step)
{
    return step.compute_s / step.step_s;
}

double modelFlopsUtilization(const Scenario& s, const StepReport& step)
{
    return step.step_flops / peakWork(s, step);
}

double hardwareFlopsUtilization(const Scenario& s, const StepReport& step)
{
    return step.hardware_flops / peakWork(s, step);
}

double achievedFlops(const Scenario& s, const StepReport& step)
{
    return step.step_flops / gpusPerReplica(s) / step.step_s;
}

} // namespace kneepoint
