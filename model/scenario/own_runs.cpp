// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/own_runs.h"

#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Software that overlaps may still send in buckets where next to nothing is hidden; at 0 it would send all at once.
constexpr double least_hidden = 1e-9;

} // namespace

CalibratedJob sizesOf(const Scenario& s)
{
    return {s.cluster.gpus, s.workload.global_batch, s.workload.sequence_length, s.workload.parameters};
}

bool isCalibrated(const Scenario& s)
{
    return s.own_runs.used && s.own_runs.runs > 0;
}

Scenario withOwnRuns(const Scenario& s)
{
    Scenario tuned = s;
    if (!isCalibrated(s))
        return tuned;
    const OwnRuns& own = s.own_runs;
    Cluster& c = tuned.cluster;
    Stack& stack = tuned.stack;
    c.sustained_clock /= own.compute;
    stack.compute_efficiency /= own.compute;
    tuned.workload.measured_example_s *= own.compute;
    stack.token_passes *= own.traffic;
    stack.ffn_passes *= own.traffic;
    stack.norm_passes *= own.traffic;
    stack.score_bytes *= own.traffic;
    for (double* seconds : {&stack.layer_launch_s, &stack.expert_launch_s, &stack.launch_floor_s})
        *seconds *= own.host;
    for (double* seconds : {&stack.microbatch_s, &stack.step_s})
        *seconds *= own.fixed;
    stack.pipelined_launch_s *= own.pipelined_launch;
    c.scale_up_efficiency /= own.node;
    c.scale_up_latency_s *= own.node;
    c.collective_base_s *= own.node;
    c.link_efficiency /= own.network;
    c.link_latency_s *= own.network;
    for (double* hidden : {&stack.tensor_overlap, &stack.data_overlap, &stack.shard_overlap, &stack.expert_overlap})
        *hidden = std::clamp(1 - (1 - *hidden) * own.exposure, std::min(*hidden, least_hidden), 1.0);
    tuned.own_runs.used = false;
    return tuned;
}

} // namespace kneepoint
