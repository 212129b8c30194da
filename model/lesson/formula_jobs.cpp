// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/formula_jobs.h"

#include "model/analysis/roofline.h"
#include "model/analysis/scaling.h"
#include "model/step/step_model.h"

namespace kneepoint::formula_jobs {
namespace {

/// Enough ranks for (n − 1)/n to be 1.
constexpr double many_ranks = 1e18;

} // namespace

Scenario bareJob(double peak_flops, double memory_Bps)
{
    Scenario s;
    s.workload.kind = ModelKind::generic;
    s.workload.parameters = s.workload.active_parameters = 0;
    s.workload.flops_per_example = s.workload.bytes_per_example = 0;
    s.workload.batch_per_gpu = s.workload.global_batch = 1;
    s.cluster.gpus = 1;
    s.cluster.peak.fill(peak_flops);
    s.cluster.memory_bandwidth = memory_Bps;
    s.stack.compute_efficiency = 1;
    s.assumptions.overlap = 0;
    s.assumptions.input_limited = false;
    return s;
}

double computeSeconds(double flops, double bytes, double peak_flops, double memory_Bps)
{
    Scenario s = bareJob(peak_flops, memory_Bps);
    s.workload.flops_per_example = flops;
    s.workload.bytes_per_example = bytes;
    s.assumptions.memory_roof = true;
    return evaluate(s, shippedCalibration()).compute_s;
}

Roofline dataParallelRoofline(double peak_flops, double network_Bps, double replicas, double parameters,
    double gradient_bytes, int zero_stage, CollectiveModel law)
{
    Scenario s = bareJob(peak_flops);
    s.workload.kind = ModelKind::transformer;
    s.workload.parameters = parameters;
    s.workload.active_parameters = 1;
    s.workload.sequence_length = 1;
    s.cluster.gpus = replicas > 0 ? replicas : many_ranks;
    s.cluster.link_rate = network_Bps;
    s.plan.zero_stage = zero_stage;
    s.plan.gradient_precision = GradientPrecision::bf16;
    s.plan.gradient_compression = weight_bytes / gradient_bytes;
    s.assumptions.collective_model = law;
    return roofline(s, evaluate(s, shippedCalibration()));
}

double speedupOf(double serial_s, double divisible_s, double workers)
{
    Scenario s = bareJob(1);
    s.workload.batch_per_gpu = s.workload.global_batch = most_batch_per_gpu;
    s.workload.flops_per_example = divisible_s / most_batch_per_gpu;
    s.plan.tensor_parallel = 2; // a delay per step applies from two GPUs on
    s.cluster.gpus = 2;
    s.cluster.peak.fill(1.0 / 2);
    s.assumptions.sync_delay_s = serial_s;
    return scalePoint(s, workers, shippedCalibration()).speedup;
}

GroupLinks flat(double ranks, double bandwidth_Bps, double latency_s)
{
    return {.ranks = ranks,
        .per_node = ranks,
        .node_Bps = bandwidth_Bps,
        .node_latency_s = latency_s,
        .port_Bps = bandwidth_Bps,
        .port_latency_s = latency_s};
}

const CollectiveLaw& lawOf(CollectiveModel model)
{
    return collectiveLaw(model, shippedCalibration().law);
}

double manyReduceSeconds(double payload, double bandwidth_Bps)
{
    const GroupLinks links = flat(many_ranks, bandwidth_Bps);
    return allReduce(links, payload, 1, CollectiveAlgorithm::ring, lawOf(CollectiveModel::ring)).seconds;
}

double manyGatherSeconds(double payload, double bandwidth_Bps)
{
    return gather(flat(many_ranks, bandwidth_Bps), payload, 1, lawOf(CollectiveModel::ring)).seconds;
}

} // namespace kneepoint::formula_jobs
