// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/synchronization.h"

#include "model/cost/collectives.h"
#include "model/cost/operations.h"
#include "model/cost/parameter_servers.h"
#include "model/cost/pipeline.h"
#include "model/cost/placement.h"
#include "model/scenario/scenario.h"
#include "model/step/hiding.h"
#include "model/step/micro_batch.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// A stage's passes in one direction, without communication.
BucketStream passesOf(const Scenario& s, double pass_s)
{
    const double stages = s.plan.pipeline_parallel;
    BucketStream q;
    q.chunks = chunksPerStage(s);
    q.pass_s = s.stack.data_overlap > 0 ? pass_s / q.chunks : 0;
    q.apart_s = q.pass_s * std::min(stages, s.plan.accumulation);
    q.layers = s.workload.kind == ModelKind::generic ? 0 : std::max(1.0, StageLayers(s).of(0) / q.chunks);
    return q;
}

/// Fills buckets with a payload; software that hides nothing sends it at once.
template <class Collective>
void fill(BucketStream& q, SyncStreams& all, double payload, double bucket_bytes, Collective collective)
{
    if (q.pass_s <= 0)
        q.chunks = 1;
    const double of_chunk = payload / q.chunks;
    q.buckets = q.pass_s > 0 && of_chunk > bucket_bytes ? of_chunk / bucket_bytes : 1;
    const double full = q.fullBuckets();
    const auto take = [&](double bytes, double times) {
        const CollectiveTime one = collective(bytes);
        all.latency_s += q.chunks * times * one.latency_s;
        all.bytes += q.chunks * times * one.bytes;
        return one.seconds;
    };
    if (full > 0)
        q.bucket_s = take(bucket_bytes, full);
    q.last_s = take(of_chunk - full * (of_chunk / q.buckets), 1);
}

/// Links between ranks that reduce gradients, if all stages of a replica are placed together.
double strideBehindStages(const Scenario& s)
{
    return s.plan.tensor_parallel * s.plan.pipeline_parallel;
}

void addTraffic(StepReport& r, const Scenario& s, double bytes)
{
    const bool rings = s.plan.synchronization != Synchronization::parameter_server;
    const bool stages_last = atKernelDepth(s) || s.assumptions.overlap_model == OverlapModel::stack;
    const double stride = stages_last ? s.plan.tensor_parallel : strideBehindStages(s);
    const double ranks = gradientRanks(s);
    r.traffic.clear(RankGroup::data);
    r.traffic.add(
        RankGroup::data, bytes, rings ? ringShares(s.cluster, ranks, stride) : pairShares(s.cluster, ranks, stride));
}

/// Whether a single collective sends everything: without a barrier, or with a fixed overlap.
bool syncsAtOnce(const Scenario& s)
{
    return s.plan.synchronization == Synchronization::parameter_server
        || s.assumptions.overlap_model == OverlapModel::fixed;
}

PartTime overlapped(const BucketStream& q, double share)
{
    const double hidden = share * std::max(0.0, q.seconds() - exposedSeconds(q));
    return {q.seconds() - hidden, hidden};
}

/// Scales what streams hide to what compute allows.
SyncStreams limited(SyncStreams streams, double hidden_s, double free_s)
{
    if (hidden_s > free_s)
        streams.share *= free_s / hidden_s;
    return streams;
}

void addByStreams(StepReport& r, const GradientSync& all)
{
    const SyncStreams sync = limited(all.streams, all.streams_s, freeCompute(r.parts, 1));
    const PartTime gradients = sync.gradientTime();
    const PartTime weights = sync.weightTime();
    r.part(Part::data_comm) = {
        (gradients.exposed_s + weights.exposed_s) / all.every, (gradients.hidden_s + weights.hidden_s) / all.every};
    r.latency_s += sync.latency_s / all.every;
    r.network_bytes = sync.bytes / all.every;
}

/// A single collective with everything that is synchronized.
CollectiveTime syncAtOnce(const Scenario& s, const CollectiveLaw& fitted)
{
    const Plan& plan = s.plan;
    const CollectiveLaw& law = collectiveLaw(s.assumptions.collective_model, fitted);
    const double shard_traffic = plan.zero_stage == 3 ? zero3_traffic : 1;
    const double payload = gradientBytes(s) * shard_traffic;
    const GroupLinks links = groupLinks(s.cluster, gradientRanks(s), strideBehindStages(s));
    const double messages = std::max(1.0, payload / bucketBytes(s));
    switch (plan.synchronization) {
    case Synchronization::server_barrier:
        return serverBarrier(links, payload, messages, plan.parameter_servers, law);
    case Synchronization::parameter_server:
        return parameterServer(links, payload, plan.parameter_servers, law);
    case Synchronization::all_reduce:
        break;
    }
    return allReduce(links, payload, messages, plan.collective, law);
}

void addAtOnce(StepReport& r, const GradientSync& sync)
{
    const PartTime once = hiddenBehind(sync.once.seconds, freeCompute(r.parts, sync.window), sync.overlap);
    r.part(Part::data_comm) = {once.exposed_s / sync.every, once.hidden_s / sync.every};
    r.latency_s += sync.once.latency_s / sync.every;
    r.network_bytes = sync.once.bytes / sync.every;
}

} // namespace

PartTime SyncStreams::gradientTime() const
{
    return overlapped(gradients, share);
}

PartTime SyncStreams::weightTime() const
{
    return overlapped(weights, share * weight_share);
}

namespace {

void fillStreams(SyncStreams& all, const Scenario& s, const Calibration& calibration)
{
    const Plan& plan = s.plan;
    const double gradient_bytes = gradientBytes(s);
    const CollectiveLaw& law = collectiveLaw(s.assumptions.collective_model, calibration.law);
    const GroupLinks links = dataLinks(s);
    const double bucket_bytes = bucketBytes(s) / plan.gradient_compression;
    if (plan.synchronization == Synchronization::server_barrier) {
        fill(all.gradients, all, gradient_bytes, bucket_bytes,
            [&](double bytes) { return serverBarrier(links, bytes, 1, plan.parameter_servers, law); });
        return;
    }
    if (plan.zero_stage < 1) {
        fill(all.gradients, all, gradient_bytes, bucket_bytes,
            [&](double bytes) { return allReduce(links, bytes, 1, plan.collective, law); });
        return;
    }
    const GroupLinks shard = shardLinks(s), copies = copyLinks(s);
    const auto whole = [&](double bytes) { return allReduce(links, bytes, 1, plan.collective, law); };
    const auto scattered = [&](double bytes) {
        CollectiveTime sum = gather(shard, bytes, 1, law);
        const CollectiveTime apart = allReduce(copies, bytes / shard.ranks, 1, plan.collective, law);
        sum.seconds += apart.seconds;
        sum.latency_s += apart.latency_s;
        sum.bytes += apart.bytes;
        return sum;
    };
    const double weights = gatheredWeightBytes(s);
    if (s.stack.reduces_whole && plan.zero_stage == 1)
        fill(all.gradients, all, gradient_bytes, bucket_bytes, whole);
    else
        fill(all.gradients, all, gradient_bytes, bucket_bytes, scattered);
    fill(all.weights, all, weights, bucket_bytes * weights / gradient_bytes,
        [&](double bytes) { return gather(shard, bytes, 1, law); });
}

/// Without a limit from compute.
SyncStreams unlimitedStreams(const Scenario& s, const StepReport& r, const Calibration& calibration)
{
    SyncStreams all{passesOf(s, r.backward_s), passesOf(s, r.forward_s), s.stack.data_overlap, s.stack.weight_overlap};
    fillStreams(all, s, calibration);
    return all;
}

double hiddenBy(const SyncStreams& all)
{
    return all.gradientTime().hidden_s + all.weightTime().hidden_s;
}

} // namespace

SyncStreams syncStreams(const Scenario& s, const StepReport& r, const Calibration& calibration)
{
    const SyncStreams all = unlimitedStreams(s, r, calibration);
    return limited(all, hiddenBy(all), freeCompute(r.parts, 1));
}

bool syncsInBuckets(const Scenario& s)
{
    return s.plan.synchronization != Synchronization::parameter_server
        && s.assumptions.overlap_model == OverlapModel::stack && !(atKernelDepth(s) && gathersWeights(s));
}

double GradientSync::hiddenSeconds(const ComputeWindow& compute) const
{
    if (in_buckets)
        return std::min(streams_s, compute.free(1)) / every;
    return overlap * std::min(compute.free(window), once.seconds) / every;
}

GradientSync gradientSync(const Scenario& s, const StepReport& r, const Calibration& calibration)
{
    GradientSync sync;
    sync.every = s.plan.sync_every;
    if (syncsInBuckets(s)) {
        sync.in_buckets = true;
        sync.streams = unlimitedStreams(s, r, calibration);
        sync.streams_s = hiddenBy(sync.streams);
    } else if (syncsAtOnce(s)) {
        sync.once = syncAtOnce(s, calibration.law);
        sync.overlap = s.assumptions.overlap;
        sync.window = s.assumptions.overlap_window;
    }
    return sync;
}

void addSynchronization(StepReport& r, const Scenario& s, const GradientSync& sync)
{
    r.gradient_bytes = gradientBytes(s);
    if (sync.in_buckets)
        addByStreams(r, sync);
    else if (syncsAtOnce(s))
        addAtOnce(r, sync);
    if (sync.in_buckets || syncsAtOnce(s))
        addTraffic(r, s, r.network_bytes);
    r.roof.network_bandwidth = groupLinks(s.cluster, std::max(2.0, gradientRanks(s)), strideBehindStages(s)).ringBps();
    r.roof.communication_intensity = r.network_bytes > 0 ? r.step_flops / gpusPerReplica(s) / r.network_bytes : 0;
}

} // namespace kneepoint
