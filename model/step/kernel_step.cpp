// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/kernel_step.h"

#include "model/cost/operations.h"
#include "model/cost/pipeline.h"
#include "model/cost/placement.h"
#include "model/scenario/scenario.h"
#include "model/step/hiding.h"
#include "model/step/synchronization.h"

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

/// A time of each kind of layer.
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

/// The share of the first layer of a stage that has nothing to overlap with: its weights are needed first, and its
/// gradients are sent last.
double edgeSeconds(const MicroBatch& m, const StageWork& work)
{
    return work.dense > 0 ? m.dense.edge_s : m.expert.edge_s;
}

/// How long stages take for all micro-batches, including gradient synchronization and waits, apart from what is the
/// same for all of them.
class StageTimes {
public:
    StageTimes(const MicroBatch& m, double times, const GradientSync& sync, const Waits& waits)
        : m_one(m)
        , m_times(times)
        , m_sync(sync)
        , m_waits(waits)
        , m_passes(bothPasses(m))
        , m_compute(m, [](const LayerPass& pass) { return computeWindow(pass.parts.parts).compute_s; })
        , m_used(m, [](const LayerPass& pass) { return computeWindow(pass.parts.parts).used_s; })
        , m_gathers(m, [](const LayerPass& pass) { return pass.parts[Part::data_comm].exposed_s; })
        , m_hidden_gathers(m, [](const LayerPass& pass) { return pass.parts[Part::data_comm].hidden_s; })
    {
    }
    /// Compute and the communication that passes contain.
    [[nodiscard]] double passes(const StageWork& work) const { return m_times * m_passes.of(work); }
    [[nodiscard]] double seconds(const StageWork& work) const
    {
        const double all_passes = passes(work);
        const double hidden = m_sync.hiddenSeconds({m_times * m_compute.of(work), m_times * m_used.of(work)});
        const double edge = m_times * std::min(m_hidden_gathers.of(work), edgeSeconds(m_one, work));
        return (1 + m_waits.drift) * (all_passes + edge - hidden)
            + m_waits.slow * (all_passes - m_times * m_gathers.of(work));
    }

private:
    const MicroBatch& m_one;
    double m_times;
    const GradientSync& m_sync;
    const Waits& m_waits;
    LayerSeconds m_passes, m_compute, m_used, m_gathers, m_hidden_gathers;
};

StageWork workOf(const StageLayers& layers, double stage, double last)
{
    const double dense = layers.dense(stage);
    return {dense, layers.of(stage) - dense, stage >= last ? 1.0 : 0.0};
}

/// Stages differ at their ends only, where layers are left over, and where experts begin: those before that are alike,
/// and so are those behind it. Of stages that take equally long, it is the one with the longest passes.
StageWork slowestStage(const StageLayers& layers, double last, const StageTimes& times)
{
    if (last <= 0)
        return workOf(layers, 0, last);
    const double before_last = std::max(1.0, last - 1);
    const std::array all{workOf(layers, 0, last), workOf(layers, 1, last),
        workOf(layers, std::clamp(layers.lastLonger(), 1.0, before_last), last), workOf(layers, before_last, last),
        workOf(layers, last, last)};
    const auto passes = [&](const StageWork& work) { return times.passes(work); };
    const StageWork* slowest = std::ranges::max_element(all, {}, passes);
    constexpr double rounding = 1e-12;
    double most = times.seconds(*slowest);
    for (const StageWork& work : all)
        if (const double seconds = times.seconds(work); seconds > (1 + rounding) * most) {
            most = seconds;
            slowest = &work;
        }
    return *slowest;
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

void exposeEdge(PartTimes& sum, const MicroBatch& m, const StageWork& work, double times)
{
    PartTime& t = sum[Part::data_comm];
    const double edge = std::min(t.hidden_s, times * edgeSeconds(m, work));
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

void addFirstStage(StepReport& r, const Scenario& s, const MicroBatch& one)
{
    const StageWork first = workOf(StageLayers(s), 0, s.plan.pipeline_parallel - 1);
    r.forward_s = LayerSeconds(one, [](const LayerPass& pass) { return pass.forward_s; }).of(first);
    r.backward_s = LayerSeconds(one, [](const LayerPass& pass) { return pass.backward_s; }).of(first);
}

void addKernels(StepReport& r, const Scenario& s, const MicroBatch& one, const GradientSync& sync, const Waits& waits)
{
    const Plan& plan = s.plan;
    const double times = plan.accumulation;
    const StageLayers layers(s);
    const StageWork slowest = slowestStage(layers, plan.pipeline_parallel - 1, StageTimes(one, times, sync, waits));
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
