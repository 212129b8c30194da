// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/synchronization.h"

#include "model/cost/parameter_servers.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kneepoint {
namespace {

/// A stage's passes in one direction, without communication; of no length if it follows them as a single message.
BucketStream passesOf(const Job& job, double pass_s, bool in_buckets)
{
    const Pipeline& pipe = job.placement.pipeline;
    BucketStream q;
    q.chunks = pipe.chunks;
    q.pass_s = in_buckets ? pass_s / q.chunks : 0;
    q.apart_s = q.pass_s * std::min(pipe.stages, pipe.micro_batches);
    q.layers = job.setup.model.transformer ? std::max(1.0, pipe.layers.of(0) / q.chunks) : 0;
    return q;
}

struct Filled {
    double hideable_s = 0; ///< that buckets leave to be hidden behind the passes
    CollectiveTime last;   ///< sending the last bucket of a chunk
};

/// Fills buckets with a payload; software that hides nothing sends it at once, or at once after each of `passes`.
template <class Collective>
Filled fill(
    BucketStream& q, SyncStreams& all, double payload, double passes, double bucket_bytes, const Collective& collective)
{
    if (q.pass_s <= 0)
        q.chunks = passes;
    const double of_chunk = payload / q.chunks;
    q.buckets = q.pass_s > 0 && of_chunk > bucket_bytes ? of_chunk / bucket_bytes : 1;
    const double full = q.fullBuckets();
    const auto take = [&](double bytes, double times) {
        const CollectiveTime one = collective(bytes);
        all.latency_s += q.chunks * times * one.latency_s;
        all.bytes += q.chunks * times * one.bytes;
        return one;
    };
    if (full > 0)
        q.bucket_s = take(bucket_bytes, full).seconds;
    const CollectiveTime last = take(of_chunk - full * (of_chunk / q.buckets), 1);
    q.last_s = last.seconds;
    return {std::max(0.0, q.seconds() - exposedSeconds(q)), last};
}

void addTraffic(StepReport& r, const Job& job, double bytes)
{
    const GradientExchange& e = job.placement.exchange;
    const bool rings = e.kind != Synchronization::parameter_server;
    const bool stages_last = job.setup.kernels || job.setup.assumptions.overlap_model == OverlapModel::stack;
    const GroupShape& group = stages_last ? e.data : e.replicas;
    r.traffic.add(
        RankGroup::data, bytes, rings ? ringShares(job.setup.fabric, group) : pairShares(job.setup.fabric, group));
}

/// Whether a single collective sends everything: without a barrier, or with a fixed overlap.
bool syncsAtOnce(const Job& job)
{
    return job.placement.exchange.kind == Synchronization::parameter_server
        || job.setup.assumptions.overlap_model == OverlapModel::fixed;
}

PartTime overlapped(const BucketStream& q, double hideable_s, double share)
{
    const double hidden = share * hideable_s;
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
    const SyncStreams sync = all.sent(computeWindow(r));
    const PartTime gradients = sync.gradientTime();
    const PartTime weights = sync.weightTime();
    r.part(Part::data_comm) = {
        (gradients.exposed_s + weights.exposed_s) / all.every, (gradients.hidden_s + weights.hidden_s) / all.every};
    r.latency_s += sync.latency_s / all.every;
    r.network_bytes = sync.bytes / all.every;
}

/// A single collective over this payload.
CollectiveTime syncAtOnce(const Setup& setup, const GradientExchange& e, const GroupLinks& links, double payload)
{
    const double messages = std::max(1.0, payload / e.bucket_bytes);
    switch (e.kind) {
    case Synchronization::server_barrier:
        return serverBarrier(links, payload, messages, e.servers, *setup.law);
    case Synchronization::parameter_server:
        return parameterServer(links, payload, e.servers, *setup.law);
    case Synchronization::all_reduce:
        break;
    }
    return allReduce(links, payload, messages, e.algorithm, *setup.law);
}

/// For each micro-batch, ZeRO-3 reduce-scatters the gradients, half of an all-reduce, and all-gathers the weights
/// twice, as much as an all-reduce (Rajbhandari et al. 2020, section 7.2.2). Weights are gathered in every step,
/// uncompressed.
void syncAtOnce(GradientSync& sync, const Job& job)
{
    const auto& [setup, l] = job;
    const GradientExchange& e = l.exchange;
    const GroupLinks links = groupLinks(setup.fabric, e.replicas);
    sync.replicas_Bps = links.ringBps();
    if (e.zero_stage < 3 || e.kind != Synchronization::all_reduce) {
        sync.once = syncAtOnce(setup, e, links, e.gradient_bytes);
        return;
    }
    const double m = l.pipeline.micro_batches;
    const double reference = setup.model.hasReference() ? l.weight_bytes / 2 : 0; // gathered once more
    const double weights = l.weight_bytes + reference
        - (l.frozen > 0 ? l.frozen / l.parameters * l.weight_bytes / 2 : 0); // gathered for the forward pass only
    sync.once = syncAtOnce(setup, e, links, m * (e.gradient_bytes / 2 + weights));
    if (e.every > 1)
        sync.between = syncAtOnce(setup, e, links, m * weights);
}

void addAtOnce(StepReport& r, const GradientSync& sync)
{
    const double free_s = freeCompute(r, sync.window);
    const PartTime once = hiddenBehind(sync.once.seconds, free_s, sync.overlap);
    const PartTime between = hiddenBehind(sync.between.seconds, free_s, sync.overlap);
    r.part(Part::data_comm) = {
        sync.mean(once.exposed_s, between.exposed_s), sync.mean(once.hidden_s, between.hidden_s)};
    r.latency_s += sync.mean(sync.once.latency_s, sync.between.latency_s);
    r.network_bytes = sync.mean(sync.once.bytes, sync.between.bytes);
}

/// The all-gather or reduce-scatter of the ranks that share a copy. It remembers its last sizes: gradients and weights
/// of the same width are sent in the same pieces.
class ShardGather {
public:
    ShardGather(const GroupLinks& links, const CollectiveLaw& law)
        : m_links(links)
        , m_law(law)
    {
    }
    [[nodiscard]] CollectiveTime operator()(double bytes)
    {
        for (const Known& known : m_known)
            if (known.bytes == bytes)
                return known.time;
        Known& next = m_known[m_next];
        m_next = (m_next + 1) % m_known.size();
        next = {bytes, gather(m_links, bytes, 1, m_law)};
        return next.time;
    }

private:
    struct Known {
        double bytes = -1;
        CollectiveTime time;
    };
    const GroupLinks& m_links;
    const CollectiveLaw& m_law;
    static constexpr std::size_t piece_count = 3; ///< a full bucket, the last one, a single message
    std::array<Known, piece_count> m_known;
    std::size_t m_next = 0;
};

/// Software that does not always send buckets also learns what single messages would take.
void fillStreams(GradientSync& sync, const Setup& setup, const GradientExchange& e)
{
    const CollectiveLaw& law = *setup.law;
    SyncStreams& all = sync.streams;
    const auto add = [&](BucketStream& q, CollectiveTime& single, double payload, double times, double bucket_bytes,
                         const auto& collective) {
        const Filled filled = fill(q, all, times * payload, times, bucket_bytes, collective);
        if (!setup.software.always_buckets) {
            const CollectiveTime one = q.chunks > times || q.buckets > 1 ? collective(payload) : filled.last;
            single = {times * one.seconds, times * one.latency_s, times * one.bytes};
            sync.single_saves_s += q.seconds() - single.seconds;
        }
        return filled.hideable_s;
    };
    const double bucket_bytes = e.bucket_bytes / e.compression;
    const auto fillGradients = [&](const auto& collective) {
        all.gradients_hideable_s =
            add(all.gradients, sync.single_gradients, e.gradient_bytes, e.reductions, bucket_bytes, collective);
    };
    const bool whole = e.zero_stage < 1 || (setup.software.reduces_whole && e.zero_stage == 1);
    const GroupLinks data =
        whole || e.kind == Synchronization::server_barrier ? linksInStep(setup.fabric, e.data) : GroupLinks{};
    if (e.kind == Synchronization::server_barrier)
        return fillGradients([&](double bytes) { return serverBarrier(data, bytes, 1, e.servers, law); });
    if (e.zero_stage < 1)
        return fillGradients([&](double bytes) { return allReduce(data, bytes, 1, e.algorithm, law); });
    const GroupLinks shard = linksInStep(setup.fabric, e.shard);
    ShardGather gathered(shard, law);
    if (whole) {
        fillGradients([&](double bytes) { return allReduce(data, bytes, 1, e.algorithm, law); });
    } else if (e.copies.ranks <= 1) {
        fillGradients([&](double bytes) { return gathered(bytes); });
    } else {
        const GroupLinks copies = linksInStep(setup.fabric, e.copies);
        fillGradients([&](double bytes) {
            CollectiveTime sum = gathered(bytes);
            const CollectiveTime apart = allReduce(copies, bytes / shard.ranks, 1, e.algorithm, law);
            const double part = 1 / e.reductions; // copies are reduced once, after the last micro-batch
            sum.seconds += part * apart.seconds;
            sum.latency_s += part * apart.latency_s;
            sum.bytes += part * apart.bytes;
            return sum;
        });
    }
    all.weights_hideable_s = add(all.weights, sync.single_weights, e.weight_bytes, 1,
        bucket_bytes * (e.weight_bytes / e.gradient_bytes), [&](double bytes) { return gathered(bytes); });
}

double hiddenBy(const SyncStreams& all)
{
    return all.gradientTime().hidden_s + all.weightTime().hidden_s;
}

void syncInBuckets(GradientSync& sync, const Job& job, const StepReport& r)
{
    const Stack& software = job.setup.software;
    const bool in_buckets = software.always_buckets || software.data_overlap > 0;
    sync.in_buckets = true;
    sync.streams = {.gradients = passesOf(job, r.backward_s, in_buckets),
        .weights = passesOf(job, r.forward_s, in_buckets),
        .share = software.data_overlap,
        .weight_share = software.weight_overlap};
    if (const double reductions = job.placement.exchange.reductions; reductions > 1) {
        BucketStream& q = sync.streams.gradients;
        q.chunks = reductions;
        q.pass_s = in_buckets ? r.backward_s : 0;
        q.apart_s = in_buckets ? r.forward_s + r.backward_s : 0;
        q.layers = std::max(1.0, job.placement.pipeline.layers.of(0));
    }
    fillStreams(sync, job.setup, job.placement.exchange);
    sync.streams_s = hiddenBy(sync.streams);
}

/// Gradients and weights as single messages after the passes.
SyncStreams singleMessages(const CollectiveTime& gradients, const CollectiveTime& weights)
{
    SyncStreams all;
    all.latency_s = gradients.latency_s + weights.latency_s;
    all.bytes = gradients.bytes + weights.bytes;
    all.gradients.last_s = gradients.seconds;
    all.weights.last_s = weights.seconds;
    return all;
}

} // namespace

PartTime SyncStreams::gradientTime() const
{
    return overlapped(gradients, gradients_hideable_s, share);
}

PartTime SyncStreams::weightTime() const
{
    return overlapped(weights, weights_hideable_s, share * weight_share);
}

SyncStreams syncStreams(const Job& job, const StepReport& r)
{
    return gradientSync(job, r).sent(computeWindow(r));
}

bool syncsInBuckets(const Job& job)
{
    const GradientExchange& e = job.placement.exchange;
    return e.kind != Synchronization::parameter_server && job.setup.assumptions.overlap_model == OverlapModel::stack
        && !(job.setup.kernels && e.by_layer);
}

double GradientSync::hiddenSeconds(const ComputeWindow& compute) const
{
    if (in_buckets)
        return std::max(std::min(streams_s, compute.free(1)), single_saves_s) / every;
    const double free_s = compute.free(window);
    return mean(overlap * std::min(free_s, once.seconds), overlap * std::min(free_s, between.seconds));
}

SyncStreams GradientSync::sent(const ComputeWindow& compute) const
{
    const double free_s = compute.free(1);
    return std::min(streams_s, free_s) < single_saves_s ? singleMessages(single_gradients, single_weights)
                                                        : limited(streams, streams_s, free_s);
}

GradientSync gradientSync(const Job& job, const StepReport& r)
{
    GradientSync sync;
    sync.every = job.placement.exchange.every;
    if (syncsInBuckets(job)) {
        syncInBuckets(sync, job, r);
    } else if (syncsAtOnce(job)) {
        syncAtOnce(sync, job);
        sync.overlap = job.setup.assumptions.overlap;
        sync.window = job.setup.assumptions.overlap_window;
    }
    return sync;
}

void addSynchronization(StepReport& r, const Job& job, const GradientSync& sync)
{
    const Placement& l = job.placement;
    r.gradient_bytes = l.exchange.gradient_bytes;
    if (sync.in_buckets)
        addByStreams(r, sync);
    else if (syncsAtOnce(job))
        addAtOnce(r, sync);
    if (sync.in_buckets || syncsAtOnce(job))
        addTraffic(r, job, r.network_bytes);
    if (sync.replicas_Bps > 0 && l.exchange.replicas.ranks >= 2) {
        r.roof.network_bandwidth = sync.replicas_Bps;
    } else {
        GroupShape at_least_two = l.exchange.replicas;
        at_least_two.ranks = std::max(2.0, at_least_two.ranks);
        r.roof.network_bandwidth = groupLinks(job.setup.fabric, at_least_two).ringBps();
    }
    r.roof.communication_intensity = r.network_bytes > 0 ? r.step_flops / l.replica_gpus / r.network_bytes : 0;
}

} // namespace kneepoint
