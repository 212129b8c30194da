// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/kernel_step.h"

#include "model/cost/operations.h"
#include "model/cost/optimizer_update.h"
#include "model/cost/pipeline_bubble.h"
#include "model/step/hiding.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace kneepoint {
namespace {

/// The work of one stage for a micro-batch.
struct StageWork {
    double dense = 0;
    double expert = 0;
    double head = 0;
    double frozen_dense = 0, frozen_expert = 0; ///< behind which no gradient passes
    double encoder = 0, frozen_encoder = 0;
    bool operator==(const StageWork&) const = default;
};

/// A time of each kind of layer.
struct LayerSeconds {
    double dense = 0;
    double expert = 0;
    double head = 0;
    double frozen_dense = 0, frozen_expert = 0;
    double encoder = 0, frozen_encoder = 0;
    template <class Time>
    LayerSeconds(const MicroBatch& m, Time time)
        : dense(time(m.dense))
        , expert(time(m.expert))
        , head(time(m.head))
        , frozen_dense(time(m.frozen_dense))
        , frozen_expert(time(m.frozen_expert))
        , encoder(time(m.encoder))
        , frozen_encoder(time(m.frozen_encoder))
    {
    }
    [[nodiscard]] double of(const StageWork& work) const
    {
        return dense * work.dense + expert * work.expert + head * work.head + frozen_dense * work.frozen_dense
            + frozen_expert * work.frozen_expert + encoder * work.encoder + frozen_encoder * work.frozen_encoder;
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
    if (work.encoder > 0 || work.frozen_encoder > 0)
        return work.encoder > 0 ? m.encoder.edge_s : m.frozen_encoder.edge_s;
    if (work.dense > 0)
        return m.dense.edge_s;
    if (work.frozen_dense <= 0 && work.frozen_expert <= 0)
        return m.expert.edge_s;
    return work.expert > 0 ? m.expert.edge_s : work.frozen_dense > 0 ? m.frozen_dense.edge_s : m.frozen_expert.edge_s;
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
        , m_compute(m, [](const LayerPass& pass) { return pass.window.compute_s; })
        , m_used(m, [](const LayerPass& pass) { return pass.window.used_s; })
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

/// Where the layers turn back, the first stage has the output layer instead of the last one, which takes as long. With
/// DualPipe, a stage and its mirror image each get half of the micro-batches of both.
StageWork workOf(const Pipeline& pipe, double stage, double last)
{
    const StageLoad load = loadOf(pipe, stage);
    const double head = stage >= last ? 1.0 : 0.0;
    const double mirrored = stage <= 0 ? 1.0 : 0.0;
    const bool turned = pipe.schedule == PipelineSchedule::dualpipe && last > 0;
    return {load.trainedDense() - load.trainedEncoder(), load.trainedExpert(), turned ? (head + mirrored) / 2 : head,
        load.frozen_dense - load.frozen_encoder, load.frozenExpert(), load.trainedEncoder(), load.frozen_encoder};
}

/// The work of all stages together, divided by their number.
StageWork meanWork(const ModelShape& m, double stages)
{
    const double encoder = m.encoder_layers - m.frozen.encoder;
    return {(m.dense_layers - m.frozen.dense - encoder) / stages,
        (m.layers - m.dense_layers - m.frozen.expert()) / stages, 1 / stages,
        (m.frozen.dense - m.frozen.encoder) / stages, m.frozen.expert() / stages, encoder / stages,
        m.frozen.encoder / stages};
}

/// Kinds of stages by their work, each once.
class StageKinds {
public:
    void add(const StageWork& work)
    {
        if (std::ranges::find(all(), work) == all().end())
            m_all[m_count++] = work;
    }
    [[nodiscard]] std::span<const StageWork> all() const { return {m_all.data(), m_count}; }

private:
    static constexpr std::size_t kind_count = 6; ///< five places in the pipeline, and the longest of a cycle
    std::array<StageWork, kind_count> m_all;
    std::size_t m_count = 0;
};

/// Stages differ only at both ends of the pipeline, by the remaining layers, and by experts: all stages before the
/// first layer with experts are alike, and all after it, unless dense layers and layers with experts alternate; then
/// the one with the longest passes counts too. Stages with the same layers differ at the ends alone.
StageKinds kindsOf(const Pipeline& pipe, double last, const StageTimes& times)
{
    const StageLayers& layers = pipe.layers;
    const double before_last = std::max(1.0, last - 1);
    StageKinds kinds;
    if (layers.areAlike() && pipe.schedule != PipelineSchedule::dualpipe) {
        for (const double stage : {0.0, last})
            kinds.add(workOf(pipe, stage, last));
        return kinds;
    }
    double previous = -1;
    for (const double stage : {0.0, 1.0, std::clamp(layers.lastLonger(), 1.0, before_last), before_last, last})
        if (stage != previous) {
            kinds.add(workOf(pipe, stage, last));
            previous = stage;
        }
    if (!layers.isIrregular())
        return kinds;
    StageWork longest = workOf(pipe, last, last);
    for (double stage = 0; stage < last; ++stage)
        longest = std::max(longest, workOf(pipe, stage, last),
            [&](const StageWork& a, const StageWork& b) { return times.passes(a) < times.passes(b); });
    kinds.add(longest);
    return kinds;
}

/// Of equally slow stages, the one with the longest passes. If there are more stages than layers, one without layers is
/// never the slowest.
StageWork slowestStage(const Pipeline& pipe, double last, const StageTimes& times)
{
    const StageKinds kinds = kindsOf(pipe, last, times);
    const auto all = kinds.all();
    const StageWork* const longest =
        &*std::ranges::max_element(all, {}, [&](const StageWork& work) { return times.passes(work); });
    if (all.size() == 1)
        return *longest;
    constexpr double rounding = 1e-12;
    const StageWork* slowest = longest;
    double most = times.seconds(*slowest);
    for (const StageWork& work : all) {
        const bool is_idle = work == StageWork{};
        if (&work == longest || is_idle)
            continue;
        if (const double seconds = times.seconds(work); seconds > (1 + rounding) * most) {
            most = seconds;
            slowest = &work;
        }
    }
    return *slowest;
}

/// Adds the passes of a stage for all micro-batches. The first layer has nothing to hide its sharding behind.
void addStage(StepReport& r, const MicroBatch& m, const StageWork& work, double micro_batches)
{
    for (const auto& [pass, layers] : {std::pair{&m.dense, work.dense}, {&m.expert, work.expert}, {&m.head, work.head},
             {&m.frozen_dense, work.frozen_dense}, {&m.frozen_expert, work.frozen_expert}, {&m.encoder, work.encoder},
             {&m.frozen_encoder, work.frozen_encoder}})
        if (layers > 0) {
            const double times = layers * micro_batches;
            addTimes(r.parts, pass->parts.parts, times);
            r.latency_s += times * pass->latency_s;
            r.attention_s += times * pass->attention_s;
        }
    PartTime& t = r.part(Part::data_comm);
    const double edge = std::min(t.hidden_s, micro_batches * edgeSeconds(m, work));
    t.exposed_s += edge;
    t.hidden_s -= edge;
}

/// The bytes that a stage sends for all micro-batches.
std::array<double, route_count> bytesTogether(const MicroBatch& m, const StageWork& work, double micro_batches)
{
    std::array<double, route_count> sum{};
    for (std::size_t i = 0; i < route_count; ++i)
        sum[i] = micro_batches
            * (work.dense * m.dense.bytes[i] + work.expert * m.expert.bytes[i] + work.head * m.head.bytes[i]
                + work.frozen_dense * m.frozen_dense.bytes[i] + work.frozen_expert * m.frozen_expert.bytes[i]
                + work.encoder * m.encoder.bytes[i] + work.frozen_encoder * m.frozen_encoder.bytes[i]);
    return sum;
}

/// Gradients of weights take no longer than the forward pass, and the rest of the backward pass at least as long as
/// that.
double shortWeights(double weight, double forward, double backward)
{
    return std::min({weight, forward, std::max(0.0, backward - forward)});
}

/// One micro-batch on the mean stage, before any is hidden behind another.
StagePass stagePass(const Job& job, const MicroBatch& one)
{
    const Pipeline& pipe = job.placement.pipeline;
    const StageWork work = meanWork(job.setup.model, pipe.stages);
    const auto mean = [&](auto seconds) { return LayerSeconds(one, seconds).of(work); };
    const double weight = mean([](const LayerPass& pass) { return pass.weight_s; });
    const double hidden = pairedShare(pipe) > 0 ? mean(hiddenByPairing) : 0;
    return {mean([](const LayerPass& pass) { return pass.forward_s; }),
        mean([](const LayerPass& pass) { return pass.backward_s; }) - weight, weight, hidden};
}

/// What a stage waits in each round of filling and draining, without transfers.
double waitOf(const Job& job, const MicroBatch& one)
{
    const Pipeline& pipe = job.placement.pipeline;
    if (splitsBackward(pipe.schedule))
        return waitPerRound(pipe, stagePass(job, one));
    return bothPasses(one).of(meanWork(job.setup.model, 1)) / pipe.stages;
}

/// Fraction of the boundaries between stages that gradients cross: not those before the first trained layer.
double backwardTransfers(const Pipeline& pipe)
{
    if (!pipe.layers.endsBackward(0) || pipe.stages <= 1)
        return 1;
    double crossed = 0;
    for (double stage = 1; stage < pipe.stages; ++stage)
        crossed += pipe.layers.endsBackward(stage) ? 0 : 1;
    return crossed / (pipe.stages - 1);
}

/// The first stage, or of a model with frozen layers at the beginning the first one with most others: the one whose
/// gradients wait longest.
double stageOfGradients(const Pipeline& pipe)
{
    if (!pipe.layers.endsBackward(0))
        return 0;
    double stage = 0;
    for (double other = 1; other < pipe.stages; ++other)
        if (loadOf(pipe, other).trained() > loadOf(pipe, stage).trained())
            stage = other;
    return stage;
}

/// Transfers between stages, and the rounds of mean stages that fill and drain the pipeline.
void addTransfers(StepReport& r, const Job& job, double wait_s)
{
    const auto& [setup, l] = job;
    const Pipeline& pipe = l.pipeline;
    const double bytes =
        activation_bytes * l.layer.tokens * setup.model.boundaryShare() * setup.model.hidden / l.layer.tensor;
    const PairLink link = stageLink(job);
    const double transfer = link.latency_s + bytes / link.Bps;
    const double directions = 1 + backwardTransfers(pipe) + (setup.model.hasReference() ? 1 : 0); // forward twice
    r.part(Part::pipeline_comm).exposed_s = directions * pipe.chunks * exposed_transfer * transfer * pipe.micro_batches;
    r.part(Part::bubble).exposed_s = fillRounds(pipe) * (wait_s + directions * exposed_transfer * transfer);
    const double sent = directions * (pipe.chunks * pipe.stages - 1) / pipe.stages * pipe.micro_batches * bytes;
    r.traffic.add(RankGroup::pipeline, sent, stageShares(setup.fabric, l.stages));
}

void addTraffic(StepReport& r, const Job& job, const std::array<double, route_count>& bytes)
{
    const LayerGroups& in = job.placement.groups;
    const GradientExchange& e = job.placement.exchange;
    const auto add = [&](RankGroup group, Route route, LinkShares (*shares)(const Fabric&, const GroupShape&),
                         const GroupShape& ranks) {
        const double sent = bytes[static_cast<std::size_t>(route)];
        if (sent > 0)
            r.traffic.add(group, sent, shares(job.setup.fabric, ranks));
    };
    add(RankGroup::tensor, Route::tensor, ringShares, in.tensor);
    add(RankGroup::context, Route::context, ringShares, in.context);
    add(RankGroup::data, Route::shard, ringShares, e.shard);
    add(RankGroup::data, Route::copies, ringShares, e.copies);
    add(RankGroup::expert, Route::experts_between, pairSharesBetweenNodes, in.expert);
    r.traffic.add(RankGroup::expert, bytes[static_cast<std::size_t>(Route::experts_inside)], {1, 0, 0});
}

/// All micro-batches on the slowest stage, and what the mean stage sends.
void addPasses(StepReport& r, const Job& job, const MicroBatch& one, const GradientSync& sync, const Waits& waits)
{
    const Pipeline& pipe = job.placement.pipeline;
    const double times = pipe.micro_batches;
    const double last = pipe.stages - 1;
    addStage(r, one, last > 0 ? slowestStage(pipe, last, StageTimes(one, times, sync, waits)) : workOf(pipe, 0, last),
        times);
    addTraffic(r, job, bytesTogether(one, meanWork(job.setup.model, pipe.stages), times));
}

} // namespace

std::vector<double> stageSeconds(const Job& job, const MicroBatch& alone)
{
    const Pipeline& pipe = job.placement.pipeline;
    const double pairs = pairedShare(pipe);
    const MicroBatch one = pairs > 0 ? paired(alone, pairs) : alone;
    const LayerSeconds passes = bothPasses(one);
    const int stages = stageCount(pipe.stages);
    std::vector<double> seconds;
    seconds.reserve(static_cast<std::size_t>(stages));
    for (int stage = 0; stage < stages; ++stage)
        seconds.push_back(passes.of(workOf(pipe, stage, pipe.stages - 1)));
    if (turnsBack(pipe.schedule)) {
        seconds.back() -= passes.head;
        seconds.front() += passes.head;
    }
    return seconds;
}

void addFirstStage(StepReport& r, const Job& job, const MicroBatch& one)
{
    const Pipeline& pipe = job.placement.pipeline;
    const StageWork first = workOf(pipe, stageOfGradients(pipe), pipe.stages - 1);
    r.forward_s = LayerSeconds(one, [](const LayerPass& pass) { return pass.forward_s; }).of(first);
    r.backward_s = LayerSeconds(one, [](const LayerPass& pass) { return pass.backward_s; }).of(first);
    r.weight_s = shortWeights(
        LayerSeconds(one, [](const LayerPass& pass) { return pass.weight_s; }).of(first), r.forward_s, r.backward_s);
}

void addKernels(StepReport& r, const Job& job, const MicroBatch& alone, const GradientSync& sync, const Waits& waits)
{
    const auto& [setup, l] = job;
    const Pipeline& pipe = l.pipeline;
    const double times = pipe.micro_batches;
    if (const double pairs = pairedShare(pipe); pairs > 0)
        addPasses(r, job, paired(alone, pairs), sync, waits);
    else
        addPasses(r, job, alone, sync, waits);
    if (pipe.stages > 1)
        addTransfers(r, job, waitOf(job, alone));
    r.part(Part::optimizer).exposed_s = optimizerUpdate(job).seconds();
    r.part(Part::delay).exposed_s = setup.software.microbatch_s * times + setup.software.step_s;
    r.network_bytes = r.traffic.of(RankGroup::data);
    r.compute_s = computeWindow(r.parts).compute_s;
    r.roof.sustained_flops = setup.rates.gemm;
    r.roof.arithmetic_intensity = r.step_flops / l.replica_gpus / (times * hbmBytes(job));
}

} // namespace kneepoint
