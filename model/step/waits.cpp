// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/waits.h"

#include "model/constants/physics.h"
#include "model/cost/stragglers.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// What the replica with most attention has more than the mean one: at most one example in each of its sequences.
/// Replicas wait for each other once a step, or with every micro-batch where they gather weights.
double longestExamples(const Job& job)
{
    const auto& [setup, l] = job;
    const ModelShape& m = setup.model;
    const double replicas = l.workers / l.sites.sites;
    if (m.uneven_mean <= 0 || replicas <= 1)
        return 0;
    const double together = l.exchange.by_layer ? 1 : l.pipeline.micro_batches;
    const double examples = together * l.layer.examples * m.sequence_length / m.uneven_mean;
    return std::min(attentionSpread(m.uneven_spread, examples) * expectedSlowest(replicas),
        m.sequence_length / m.document_length - 1);
}

} // namespace

Waits waitsOf(const Job& job)
{
    const Assumptions& assume = job.setup.assumptions;
    const double gpus = job.placement.gpus / job.placement.sites.sites; // those of other sites are not waited for
    Waits waits;
    if (assume.stragglers)
        waits.p_any_slow = anySlowProbability(gpus, assume.straggler_probability);
    if (job.placement.exchange.kind == Synchronization::parameter_server || gpus <= 1)
        return waits;
    waits.delay_s = assume.sync_delay_s;
    waits.drift = driftShare(job);
    waits.attention = longestExamples(job);
    if (!assume.stragglers)
        return waits;
    const double slow = assume.straggler_slowdown * slowestExcess(gpus, assume.straggler_probability);
    const double spread = assume.jitter > 0 ? assume.jitter * expectedSlowest(gpus) : 0;
    waits.slow = slow + spread;
    return waits;
}

double driftShare(const Job& job)
{
    if (job.placement.exchange.kind == Synchronization::parameter_server)
        return 0;
    const double drifting =
        std::min(job.placement.ranks, job.placement.gpus / job.placement.sites.sites / gpus_in_step);
    return drifting > 1 ? job.setup.software.straggler_slope * std::log2(drifting) : 0;
}

} // namespace kneepoint
