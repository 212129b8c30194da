// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/job_likeness.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// What only one of the two has counts as one octave.
double octaves(double a, double b)
{
    if (a > 0 && b > 0)
        return std::abs(std::log2(a / b));
    return a == b ? 0 : 1;
}

/// Of what is trained on what.
double sizeDistance(const Scenario& a, const Scenario& b)
{
    return octaves(a.cluster.gpus, b.cluster.gpus) + octaves(a.workload.global_batch, b.workload.global_batch)
        + octaves(a.workload.sequence_length, b.workload.sequence_length)
        + octaves(a.workload.parameters, b.workload.parameters) + (a.workload.precision == b.workload.precision ? 0 : 1)
        + (a.cluster.gpu == b.cluster.gpu ? 0 : 1);
}

double layoutDistance(const Scenario& a, const Scenario& b)
{
    return octaves(a.plan.tensor_parallel, b.plan.tensor_parallel)
        + octaves(a.plan.pipeline_parallel, b.plan.pipeline_parallel)
        + octaves(a.plan.context_parallel, b.plan.context_parallel)
        + octaves(a.plan.expert_parallel, b.plan.expert_parallel)
        + octaves(a.workload.batch_per_gpu, b.workload.batch_per_gpu);
}

double likenessAt(double distance)
{
    constexpr double alike = 2; // octaves
    return std::exp(-distance / alike);
}

} // namespace

double jobDistance(const Scenario& a, const Scenario& b)
{
    return sizeDistance(a, b) + layoutDistance(a, b);
}

double jobLikeness(const Scenario& a, const Scenario& b)
{
    return likenessAt(jobDistance(a, b));
}

double missedApart(const Scenario& a, const Scenario& b)
{
    const double likeness = likenessAt(sizeDistance(a, b));
    const bool gap = (a.workload.experts > 1) != (b.workload.experts > 1);
    return std::hypot(job_spread * std::sqrt(std::max(0.0, 1 - likeness * likeness)), gap ? mixture_gap : 0);
}

} // namespace kneepoint
