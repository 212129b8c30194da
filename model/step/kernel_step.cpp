// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/kernel_step.h"

#include "model/cost/operations.h"
#include "model/cost/pipeline.h"
#include "model/cost/placement.h"
#include "model/scenario/scenario.h"
#include "model/step/hiding.h"
#include "model/step/synchronisation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace kneepoint {
namespace {

/// The work of one stage for a micro-batch.
struct StageWork {
    double dense = 0;
    double expert = 0;
    double head = 0;
};

/// A time of each sort of layer.
struct LayerSeconds {
    double dense = 0;
    double expert = 0;
    double head = 0;
    template <class Time>
    LayerSeconds(const MicroBatch& m, Time time)
        : dense(time(m.dense))
        , expert(time(m.expert))
        , head(time(m.head))
    {
    }
    [[nodiscard]] double of(const StageWork& work) const
    {
        return dense * work.dense + expert * work.expert + head * work.head;
    }
};

LayerSeconds bothPasses(const MicroBatch& m)
{
    return {m, [](const LayerPass& pass) { return pass.seconds(); }};
}

/// Compute that does not hide any of the replica's own communication.
LayerSeconds freeSeconds(const MicroBatch& m)
{
    return {m, [](const LayerPass& pass) { return freeCompute(pass.parts.parts, 1); }};
}

StageWork workOf(const StageLayers& layers, double stage, double last)
{
    const double dense = layers.dense(stage);
    return {dense, layers.of(stage) - dense, stage >= last ? 1.0 : 0.0};
}

/// Stages differ at their ends only, where layers are left over, and where experts begin: those before that are alike,
/// and so are those behind it. Of two stages with equally long micro-batches, the one that hides less of its gradients
/// is slower; `hideable` computes how many seconds of it could be hidden, and is called only if that matters.
template <class Hideable>
StageWork slowestStage(const StageLayers& layers, double last, const MicroBatch& m, double times, Hideable hideable)
{
    if (last <= 0)
        return workOf(layers, 0, last);
    const double before_last = std::max(1.0, last - 1);
    const LayerSeconds seconds = bothPasses(m), free = freeSeconds(m);
    struct Candidate {
        StageWork work;
        double seconds = 0, free = 0;
    };
    const auto candidate = [&](double stage) {
        const StageWork work = workOf(layers, stage, last);
        return Candidate{work, times * seconds.of(work), times * free.of(work)};
    };
    const std::array all{candidate(0), candidate(1), candidate(std::clamp(layers.lastLonger(), 1.0, before_last)),
        candidate(before_last), candidate(last)};
    const Candidate* slowest = all.data();
    double least_left = 0; // of all stages the most that none of its compute can hide
    for (const Candidate& c : all) {
        least_left = std::max(least_left, c.seconds - c.free);
        if (c.seconds > slowest->seconds)
            slowest = &c;
    }
    if (least_left <= slowest->seconds - slowest->free)
        return slowest->work;
    const double most = hideable();
    const auto left = [most](const Candidate& c) { return c.seconds - std::min(most, c.free); };
    for (const Candidate& c : all)
        if (left(c) > left(*slowest))
            slowest = &c;
    return slowest->work;
}

/// The sum over all micro-batches.
LayerPass together(const MicroBatch& m, const StageWork& work, double micro_batches)
{
    LayerPass sum;
    for (const auto& [pass, layers] : {std::pair{&m.dense, work.dense}, {&m.expert, work.expert}, {&m.head, work.head}})
        if (layers > 0)
            sum.add(*pass, layers * micro_batches);
    return sum;
}

/// The first layer of a stage has nothing to overlap with: its weights are needed first, and its gradients are sent
/// last.
void exposeEdge(PartTimes& sum, const MicroBatch& m, const StageWork& work, double times)
{
    PartTime& t = sum[Part::data_comm];
    const double edge = std::min(t.hidden_s, times * (work.dense > 0 ? m.dense.edge_s : m.expert.edge_s));
    t.exposed_s += edge;
    t.hidden_s -= edge;
}

/// Transfers between stages, and the p−1 stages, of mean length, that fill and drain the pipeline chunk by chunk.
void addTransfers(PartTimes& sum, StepReport& r, const Scenario& s, double all_stages_s)
{
    const Plan& plan = s.plan;
    const double chunks = chunksPerStage(s);
    const double bytes = activation_bytes * s.workload.batch_per_gpu * s.workload.sequence_length
        / plan.context_parallel * s.workload.hidden / plan.tensor_parallel;
    const StageLink link = stageLink(s);
    const double transfer = link.latency_s + bytes / link.Bps;
    sum[Part::pipeline_comm].exposed_s = 2 * chunks * exposed_transfer * transfer * plan.accumulation;
    sum[Part::bubble].exposed_s = (plan.pipeline_parallel - 1) / chunks
        * (all_stages_s / plan.pipeline_parallel + 2 * exposed_transfer * transfer);
    const double stride = plan.tensor_parallel * gradientRanks(s);
    r.traffic.add(RankGroup::pipeline, 2 * chunks * bytes * plan.accumulation,
        stageShares(s.cluster, plan.pipeline_parallel, stride));
}

void addTraffic(StepReport& r, const Scenario& s, const std::array<double, route_count>& bytes)
{
    const Cluster& c = s.cluster;
    const double t = s.plan.tensor_parallel;
    const double ranks = gradientRanks(s);
    const double sharing = shardRanks(s);
    const auto add = [&](RankGroup group, Route route, LinkShares (*shares)(const Cluster&, double, double),
                         double of_group, double apart) {
        const double sent = bytes[static_cast<std::size_t>(route)];
        if (sent > 0)
            r.traffic.add(group, sent, shares(c, of_group, apart));
    };
    add(RankGroup::tensor, Route::tensor, ringShares, t, 1);
    add(RankGroup::context, Route::context, ringShares, s.plan.context_parallel, t);
    add(RankGroup::data, Route::shard, ringShares, sharing, t);
    add(RankGroup::data, Route::copies, ringShares, ranks / sharing, t * sharing);
    add(RankGroup::expert, Route::experts_between, pairSharesBetweenNodes, expertRanks(s), t);
    r.traffic.add(RankGroup::expert, bytes[static_cast<std::size_t>(Route::experts_inside)], {1, 0, 0});
}

} // namespace

void addKernels(StepReport& r, const Scenario& s, const MicroBatch& one, const Calibration& calibration)
{
    const Plan& plan = s.plan;
    const double times = plan.accumulation;
    const StageLayers layers(s);
    const double last = plan.pipeline_parallel - 1;
    const StageWork first = workOf(layers, 0, last);
    r.forward_s = LayerSeconds(one, [](const LayerPass& pass) { return pass.forward_s; }).of(first);
    r.backward_s = LayerSeconds(one, [](const LayerPass& pass) { return pass.backward_s; }).of(first);
    const StageWork slowest =
        slowestStage(layers, last, one, times, [&] { return hideableSeconds(s, r, calibration); });
    LayerPass stage = together(one, slowest, times);
    PartTimes& sum = stage.parts;
    exposeEdge(sum, one, slowest, times);
    if (plan.pipeline_parallel > 1) {
        const StageWork all{layers.dense(), s.workload.layers - layers.dense(), 1};
        addTransfers(sum, r, s, bothPasses(one).of(all));
    }
    const double sharing = plan.zero_stage >= 1 ? shardRanks(s) : 1;
    sum[Part::optimizer].exposed_s = update_bytes * parametersPerGpu(s) / sharing / one.rates.memory_Bps;
    sum[Part::delay].exposed_s = s.stack.microbatch_s * times + s.stack.step_s;

    r.parts = sum.parts;
    r.latency_s = stage.latency_s;
    addTraffic(r, s, stage.bytes);
    r.network_bytes = r.traffic.of(RankGroup::data);
    r.compute_s = r.part(Part::compute).exposed_s + r.part(Part::memory).exposed_s + r.part(Part::launch).exposed_s;
    r.roof.sustained_flops = one.rates.gemm;
    r.roof.arithmetic_intensity = r.step_flops / gpusPerReplica(s) / (times * hbmBytes(s, s.workload.batch_per_gpu));
}

} // namespace kneepoint
