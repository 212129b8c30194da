// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/step/kernel_job.h"

#include "model/scenario/scenario.h"
#include "tests/support/shipped.h"

#include <algorithm>

namespace kneepoint::test {

Scenario kernelJob()
{
    Scenario s;
    Workload& w = s.workload;
    w.kind = ModelKind::transformer;
    w.parameters = w.active_parameters = parameters;
    w.layers = layers;
    w.hidden = hidden;
    w.heads = w.kv_heads = heads;
    w.ffn = 4 * hidden;
    w.vocabulary = vocabulary;
    w.sequence_length = sequence;
    w.batch_per_gpu = batch;
    Cluster& c = s.cluster;
    c.gpus = 64;
    c.resizeNode(8);
    c.pod_gpus = 1e6;
    c.scale_up_bandwidth = 450e9;
    c.scale_up_efficiency = 0.8;
    c.scale_up_latency_s = inside_s;
    c.link_rate = 50e9;
    c.link_efficiency = 0.9;
    c.link_latency_s = network_s;
    c.collective_base_s = 0;
    s.plan.collective = CollectiveAlgorithm::ring;
    s.plan.bucket_bytes = 1e9;
    s.assumptions.compute_model = ComputeModel::kernels;
    s.assumptions.collective_model = CollectiveModel::alpha_beta;
    s.assumptions.overlap_model = OverlapModel::stack;
    s.assumptions.input_limited = false;
    sumGlobalBatch(s);
    return s;
}

Call halfRing(double ranks, double nodes, double bytes)
{
    const double latency = nodes > 1 ? (ranks - nodes) * inside_s + nodes * network_s : (ranks - 1) * inside_s;
    const double rate = nodes > 1 ? std::min(inside_Bps, ranks / nodes * network_Bps) : inside_Bps;
    const double sent = (ranks - 1) / ranks * bytes;
    return {latency, sent, latency + sent / rate};
}

Call allReduceRing(double ranks, double nodes, double bytes)
{
    const double between = nodes > 1 ? nodes - 1 : 0;
    const double latency = 2 * ((ranks - 1 - between) * inside_s + between * network_s);
    const Call half = halfRing(ranks, nodes, bytes);
    return {latency, 2 * half.bytes, latency + 2 * (half.seconds - half.latency_s)};
}

Call flatAllReduce(double ranks, double bytes)
{
    const double latency = 2 * (ranks - 1) * network_s, sent = 2 * (ranks - 1) / ranks * bytes;
    return {latency, sent, latency + sent / network_Bps};
}

double exposed(const Scenario& s, Part part)
{
    return evaluate(s).part(part).exposed_s;
}

} // namespace kneepoint::test
