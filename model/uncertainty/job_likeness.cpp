// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/job_likeness.h"

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

double sizeDistance(const CalibratedJob& a, const CalibratedJob& b)
{
    return octaves(a.gpus, b.gpus) + octaves(a.global_batch, b.global_batch)
        + octaves(a.sequence_length, b.sequence_length) + octaves(a.parameters, b.parameters);
}

/// Of what is trained on what.
double sizeDistance(const Scenario& a, const Scenario& b)
{
    return sizeDistance(sizesOf(a), sizesOf(b)) + (a.workload.precision == b.workload.precision ? 0 : 1)
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

/// Of what is missed of a job, the part that is not common with one at this distance.
double missedAt(double distance)
{
    const double likeness = likenessAt(distance);
    return job_spread * std::sqrt(std::max(0.0, 1 - likeness * likeness));
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
    const bool gap = (a.workload.experts > 1) != (b.workload.experts > 1);
    return std::hypot(missedAt(sizeDistance(a, b)), gap ? mixture_gap : 0);
}

double missedApart(const OwnRuns& own, const Scenario& s)
{
    return own.job == CalibratedJob{} ? 0 : missedAt(sizeDistance(own.job, sizesOf(s)));
}

} // namespace kneepoint
