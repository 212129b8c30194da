// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"

#include "model/cost/collectives.h"
#include "model/cost/operations.h"
#include "model/cost/pipeline.h"
#include "model/cost/stragglers.h"
#include "model/step/micro_batch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr double activation_bytes = 2; ///< activations and their gradients travel in 16 bits

/// Splits `seconds` into what hides behind `window` and what does not.
PartTime overlapped(double seconds, double window, double share)
{
    const double hidden = share * std::min(window, seconds);
    return {seconds - hidden, hidden};
}

/// The share of compute that nothing hides behind yet: no second of it hides two communications.
double window(const StepReport& r, double share)
{
    const double taken = r.part(Part::tensor_comm).hidden_s + r.part(Part::expert_comm).hidden_s;
    return std::max(0.0, share * r.compute_s - taken);
}

double exposedTotal(const StepReport& r)
{
    double sum = 0;
    for (const PartTime& part : r.parts)
        sum += part.exposed_s;
    return sum;
}

bool isMeasured(const Scenario& s)
{
    return s.workload.measured_example_s > 0;
}

void addWork(StepReport& r, const Scenario& s)
{
    const Workload& w = s.workload;
    r.workers = workers(s);
    r.gpus = std::max(s.cluster.gpus, gpusPerReplica(s));
    r.microbatch = w.batch_per_gpu;
    r.microbatches = s.plan.accumulation;
    r.global_batch = w.batch_per_gpu * s.plan.accumulation * r.workers;
    r.step_flops = w.batch_per_gpu * s.plan.accumulation * flopsPerExample(s);
    r.hardware_flops = r.step_flops * recomputeFactor(s);
    r.memory = memoryUse(s);
    r.precision_used = nativePrecision(s.cluster, w.precision);
    r.roof.peak_flops = s.cluster.peak[static_cast<std::size_t>(r.precision_used)];
    r.roof.memory_bandwidth = s.cluster.memory_bandwidth;
}

/// Everything of a replica at kernel depth. A pipeline's steady state costs a micro-batch the time of its slowest
/// stage, which carries part of the output layer; filling and draining it takes (p−1)/v stages.
void addKernels(StepReport& r, const Scenario& s)
{
    constexpr double head_share = 0.6;     ///< of the output layer that the last stage adds to the steady state
    constexpr double transfer_share = 0.5; ///< of a transfer between stages that is not hidden
    constexpr double update_bytes = 48;    ///< read and written per parameter by the optimizer
    const Plan& plan = s.plan;
    const double stages = plan.pipeline_parallel;
    const double m = plan.accumulation;
    const KernelRates rates = kernelRates(s, r.precision_used);
    const Placement place = placeGroups(s);
    const MicroBatch one = microBatch(s, rates, place);
    PartTimes sum;
    sum.add(one.stage, m);
    sum.add(one.head, stages > 1 ? head_share * m : m);
    if (stages > 1) {
        const double bytes = activation_bytes * s.workload.batch_per_gpu * s.workload.sequence_length
            / plan.context_parallel * s.workload.hidden / plan.tensor_parallel;
        const double transfer = place.stage_latency_s + bytes / place.stage_Bps;
        sum[Part::pipeline_comm].exposed_s = 2 * chunksPerStage(s) * transfer_share * transfer * m;
        sum[Part::bubble].exposed_s = (stages - 1) / chunksPerStage(s)
            * (one.stage.exposed() + one.head.exposed() / stages + 2 * transfer_share * transfer);
    }
    const double sharing = plan.zero_stage >= 1 ? r.workers : 1;
    sum[Part::optimizer].exposed_s = update_bytes * parametersPerGpu(s) / sharing / rates.memory_Bps;
    sum[Part::delay].exposed_s = s.stack.microbatch_s * m + s.stack.step_s;
    r.parts = sum.parts;
    r.latency_s = m * one.latency_s;
    r.network_bytes = m * one.shard_bytes;
    r.compute_s = r.part(Part::compute).exposed_s + r.part(Part::memory).exposed_s + r.part(Part::launch).exposed_s;
    r.roof.sustained_flops = rates.gemm;
    r.roof.arithmetic_intensity = r.step_flops / gpusPerReplica(s) / (m * hbmBytes(s, s.workload.batch_per_gpu));
}

/// t_comp is the longest of FLOP time, HBM time and launch floor; each part is what it adds to the one before.
void addCompute(StepReport& r, const Scenario& s)
{
    const double replica_gpus = gpusPerReplica(s);
    const double sustained = s.stack.compute_efficiency * r.roof.peak_flops;
    const double m = s.plan.accumulation;
    const double hbm_bytes = m * hbmBytes(s, s.workload.batch_per_gpu);
    const bool measured = isMeasured(s);
    const double flop_s = measured ? s.workload.measured_example_s * s.workload.batch_per_gpu * m
                                   : r.hardware_flops / replica_gpus / sustained;
    const double hbm_s = measured || !s.assumptions.memory_roof ? 0 : hbm_bytes / s.cluster.memory_bandwidth;
    const double floor_s = measured ? 0 : m * s.stack.launch_floor_s;
    r.part(Part::compute).exposed_s = flop_s;
    r.part(Part::memory).exposed_s = std::max(0.0, hbm_s - flop_s);
    r.part(Part::launch).exposed_s = std::max(0.0, floor_s - std::max(flop_s, hbm_s));
    r.compute_s = std::max({flop_s, hbm_s, floor_s});
    r.roof.sustained_flops = measured ? r.step_flops / replica_gpus / flop_s : sustained;
    r.roof.arithmetic_intensity = r.step_flops / replica_gpus / hbm_bytes;
}

/// Collectives inside a replica: every layer of the stage, every micro-batch.
void addModelParallel(StepReport& r, const Scenario& s)
{
    const Workload& w = s.workload;
    if (w.kind == ModelKind::generic)
        return;
    const Plan& plan = s.plan;
    const Assumptions& assume = s.assumptions;
    const double tokens = w.batch_per_gpu * w.sequence_length;
    const double layer_passes = w.layers / plan.pipeline_parallel * plan.accumulation;

    if (plan.tensor_parallel > 1) {
        const double collectives = plan.recompute == Recompute::full ? 6 : 4;
        const CollectiveTime one = allReduce(groupLinks(s.cluster, plan.tensor_parallel, 1),
            activation_bytes * tokens * w.hidden, 1, assume.collective_model, plan.collective);
        r.part(Part::tensor_comm) =
            overlapped(layer_passes * collectives * one.seconds, r.compute_s, assume.tensor_overlap);
        r.latency_s += layer_passes * collectives * one.latency_s;
    }
    const double experts_apart = std::min(plan.expert_parallel, r.workers);
    if (w.experts > 1 && experts_apart > 1) {
        constexpr double exchanges = 4; // there and back, forward and backward
        const double payload =
            activation_bytes * tokens * std::min(w.top_k, w.experts) * w.hidden / plan.tensor_parallel;
        const CollectiveTime one =
            allToAll(groupLinks(s.cluster, experts_apart, gpusPerReplica(s)), payload, assume.collective_model);
        r.part(Part::expert_comm) =
            overlapped(layer_passes * exchanges * one.seconds, window(r, 1), assume.expert_overlap);
        r.latency_s += layer_passes * exchanges * one.latency_s;
    }
}

/// Transfers between stages and the bubble, (p−1)/v times a micro-batch (communication wall, 1F1B).
void addPipeline(StepReport& r, const Scenario& s)
{
    const double stages = s.plan.pipeline_parallel;
    if (stages <= 1)
        return;
    const GroupLinks links = groupLinks(s.cluster, r.gpus, 1);
    const double bytes = s.workload.kind == ModelKind::generic ? 0
                                                               : activation_bytes * s.workload.batch_per_gpu
            * s.workload.sequence_length * s.workload.hidden / s.plan.tensor_parallel;
    const bool inside = links.ranks <= links.per_node;
    const double hop = s.assumptions.collective_model < CollectiveModel::alpha_beta ? 0
        : inside                                                                    ? links.node_latency_s
                                                                                    : links.port_latency_s;
    const double transfers = 2 * chunksPerStage(s) * s.plan.accumulation;
    r.part(Part::pipeline_comm).exposed_s = transfers * (hop + bytes / links.allToAllBps());
    r.latency_s += transfers * hop;
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s;
    r.part(Part::bubble).exposed_s = (stages - 1) / chunksPerStage(s) * busy / s.plan.accumulation;
}

/// Share of the last stage's work behind which gradients can travel: the backward pass of its last micro-batch.
constexpr double backward_share = 0.7;

/// Time behind which gradient synchronisation can hide: the last backward pass, and in a pipeline what a stage waits
/// while others finish theirs.
double overlapWindow(const StepReport& r, const Scenario& s)
{
    const Plan& plan = s.plan;
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s;
    const double last = backward_share * busy / plan.accumulation;
    return last * (1 + (plan.pipeline_parallel - 1) / chunksPerStage(s));
}

/// Reduction of gradients once per step: ZeRO scatters them and gathers weights instead. The last bucket is ready when
/// the backward pass ends, so it is never hidden. Buckets are filled before compression.
void addGradientsByWindow(StepReport& r, const Scenario& s)
{
    constexpr double weight_bytes = 2;
    const Plan& plan = s.plan;
    const CollectiveModel model = s.assumptions.collective_model;
    const GroupLinks links = placeGroups(s).data;
    const double buckets =
        s.stack.data_overlap > 0 ? std::max(1.0, r.gradient_bytes * plan.gradient_compression / plan.bucket_bytes) : 1;
    CollectiveTime sync;
    if (plan.zero_stage >= 1) {
        sync = gather(links, r.gradient_bytes, buckets, model);
        const CollectiveTime weights = gather(links, parametersPerGpu(s) * weight_bytes, buckets, model);
        sync.seconds += weights.seconds;
        sync.latency_s += weights.latency_s;
        sync.bytes += weights.bytes;
    } else {
        sync = allReduce(links, r.gradient_bytes, buckets, model, plan.collective);
    }
    const double share = s.stack.data_overlap * (1 - 1 / buckets);
    const PartTime once = overlapped(sync.seconds, overlapWindow(r, s), share);
    r.part(Part::data_comm) = {once.exposed_s / plan.sync_every, once.hidden_s / plan.sync_every};
    r.latency_s += sync.latency_s / plan.sync_every;
    r.network_bytes = sync.bytes / plan.sync_every;
}

void addGradients(StepReport& r, const Scenario& s)
{
    const Plan& plan = s.plan;
    const Assumptions& assume = s.assumptions;
    const double shard_traffic = plan.zero_stage == 3 ? 1.5 : 1; // gather, gather, scatter instead of scatter, gather
    const double payload = r.gradient_bytes * shard_traffic;
    const GroupLinks links = groupLinks(s.cluster, r.workers, gpusPerReplica(s));
    const bool asynchronous = plan.synchronisation == Synchronisation::parameter_server;
    const double messages = std::max(1.0, payload / plan.bucket_bytes);
    const CollectiveTime sync = asynchronous
        ? parameterServer(links, payload, plan.parameter_servers, assume.collective_model)
        : allReduce(links, payload, messages, assume.collective_model, plan.collective);
    const PartTime once = overlapped(sync.seconds, window(r, assume.overlap_window), assume.overlap);
    r.part(Part::data_comm) = {once.exposed_s / plan.sync_every, once.hidden_s / plan.sync_every};
    r.latency_s += sync.latency_s / plan.sync_every;
    r.network_bytes = sync.bytes / plan.sync_every;
}

/// Gradient synchronisation, by the assumption about its overlap; sharded weights have been gathered layer by layer.
void addSynchronisation(StepReport& r, const Scenario& s)
{
    const bool synchronous = s.plan.synchronisation == Synchronisation::all_reduce;
    r.gradient_bytes = gradientBytes(s);
    if (!synchronous || s.assumptions.overlap_model == OverlapModel::fixed)
        addGradients(r, s);
    else if (!(atKernelDepth(s) && gathersWeights(s)))
        addGradientsByWindow(r, s);
    r.roof.network_bandwidth = groupLinks(s.cluster, std::max(2.0, r.workers), gpusPerReplica(s)).ringBps();
    r.roof.communication_intensity = r.network_bytes > 0 ? r.step_flops / gpusPerReplica(s) / r.network_bytes : 0;
}

/// Expected wait for the slowest GPU beyond what each GPU loses by itself; none without a barrier.
void addWaits(StepReport& r, const Scenario& s)
{
    const Assumptions& assume = s.assumptions;
    if (assume.stragglers)
        r.p_any_slow = anySlowProbability(r.gpus, assume.straggler_probability);
    if (s.plan.synchronisation == Synchronisation::parameter_server || r.gpus <= 1)
        return;
    r.part(Part::delay).exposed_s += assume.sync_delay_s;
    constexpr double gpus_in_step = 8; ///< this many never drift apart
    if (r.gpus > gpus_in_step && s.stack.straggler_slope > 0)
        r.part(Part::straggler).exposed_s =
            exposedTotal(r) * s.stack.straggler_slope * std::log2(std::max(1.0, r.workers * s.plan.context_parallel));
    if (!assume.stragglers)
        return;
    const double busy = r.compute_s + r.part(Part::tensor_comm).exposed_s + r.part(Part::expert_comm).exposed_s
        + r.part(Part::pipeline_comm).exposed_s + r.part(Part::bubble).exposed_s;
    const double slow = assume.straggler_slowdown * std::max(0.0, r.p_any_slow - assume.straggler_probability);
    const double spread = assume.jitter > 0 ? assume.jitter * expectedSlowest(r.gpus) : 0;
    r.part(Part::straggler).exposed_s += busy * (slow + spread);
}

/// Loading runs behind everything else of the step.
void addInput(StepReport& r, const Scenario& s)
{
    if (!s.assumptions.input_limited)
        return;
    const double load_s = s.workload.batch_per_gpu * s.plan.accumulation / s.cluster.loader_rate;
    r.part(Part::input) = overlapped(load_s, exposedTotal(r), s.assumptions.input_overlap);
}

/// The resource that is busy longest, hidden or not: with perfect overlap it is the step.
Bound dominant(const StepReport& r)
{
    const auto exposed = [&](Part part) { return r.part(part).exposed_s; };
    const std::pair<double, Bound> rivals[] = {
        {r.comm_s, Bound::communication},
        {r.load_s, Bound::input},
        {exposed(Part::bubble), Bound::bubble},
        {exposed(Part::straggler) + exposed(Part::delay), Bound::straggler},
    };
    const auto longest = std::ranges::max(rivals, {}, &std::pair<double, Bound>::first);
    if (longest.first > r.compute_s)
        return longest.second;
    if (exposed(Part::launch) > 0)
        return Bound::overhead;
    return exposed(Part::memory) > 0 ? Bound::memory : Bound::compute;
}

} // namespace

StepReport evaluate(const Scenario& s)
{
    StepReport r;
    addWork(r, s);
    if (atKernelDepth(s)) {
        addKernels(r, s);
    } else {
        addCompute(r, s);
        addModelParallel(r, s);
        addPipeline(r, s);
    }
    addSynchronisation(r, s);
    addWaits(r, s);
    addInput(r, s);
    for (const Part part :
        {Part::data_comm, Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm})
        r.comm_s += r.part(part).total_s();
    r.load_s = r.part(Part::input).total_s();
    r.gamma = r.comm_s / r.compute_s;
    r.step_s = exposedTotal(r);
    r.bound = dominant(r);
    return r;
}

} // namespace kneepoint
