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

/// The kinds of layers of a micro-batch, and how many of each a stage has.
constexpr std::array layer_kinds{
    std::pair{&MicroBatch::dense, &StageWork::dense},
    std::pair{&MicroBatch::expert, &StageWork::expert},
    std::pair{&MicroBatch::head, &StageWork::head},
    std::pair{&MicroBatch::frozen_dense, &StageWork::frozen_dense},
    std::pair{&MicroBatch::frozen_expert, &StageWork::frozen_expert},
    std::pair{&MicroBatch::encoder, &StageWork::encoder},
    std::pair{&MicroBatch::frozen_encoder, &StageWork::frozen_encoder},
};

constexpr std::size_t plain_count = 3; ///< the first ones, which are neither frozen nor of an encoder

/// Calls take(pass, layers) for each kind that the stage has.
template <class Take> void forLayers(const MicroBatch& m, const StageWork& work, Take take)
{
    for (const auto& [pass, layers] : std::span(layer_kinds).first(m.plain ? plain_count : layer_kinds.size()))
        if (work.*layers > 0)
            take(m.*pass, work.*layers);
}

/// Passes of all layers of a stage, exposed.
struct StagePasses {
    double forward_s = 0, backward_s = 0, weight_s = 0;
};
StagePasses passesOf(const MicroBatch& m, const StageWork& work)
{
    StagePasses sum;
    forLayers(m, work, [&](const LayerPass& pass, double layers) {
        sum.forward_s += layers * pass.forward_s;
        sum.backward_s += layers * pass.backward_s;
        sum.weight_s += layers * pass.weight_s;
    });
    return sum;
}

/// Forward and backward pass of all layers of a stage.
double secondsOf(const MicroBatch& m, const StageWork& work)
{
    double sum = 0;
    forLayers(m, work, [&](const LayerPass& pass, double layers) { sum += layers * pass.seconds(); });
    return sum;
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

/// A stage with all its micro-batches, in seconds.
struct StageTime {
    StageWork work;
    double passes = 0; ///< compute and the communication that passes contain
    ComputeWindow window{};
    double gathers = 0; ///< exposed, of layers
    double edge = 0;    ///< hidden gathers that the first layer exposes
};

StageTime stageTime(const MicroBatch& m, const StageWork& work, double times)
{
    double passes = 0, compute = 0, used = 0;
    PartTime gathers;
    forLayers(m, work, [&](const LayerPass& pass, double layers) {
        const PartTime& gather = pass.parts.part(Part::data_comm);
        passes += layers * pass.seconds();
        compute += layers * pass.window.compute_s;
        used += layers * pass.window.used_s;
        gathers.exposed_s += layers * gather.exposed_s;
        gathers.hidden_s += layers * gather.hidden_s;
    });
    return {work, times * passes, {times * compute, times * used}, times * gathers.exposed_s,
        times * std::min(gathers.hidden_s, edgeSeconds(m, work))};
}

/// Including gradient synchronization and waits, apart from what is the same for all stages.
double wholeSeconds(const StageTime& stage, const GradientSync& sync, const Waits& waits)
{
    return (1 + waits.drift) * (stage.passes + stage.edge - sync.hiddenSeconds(stage.window))
        + waits.slow * (stage.passes - stage.gathers);
}

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

/// The stage whose step is longest; of equally slow ones, that with the longest passes. If there are more stages than
/// layers, one without layers is never the slowest.
StageWork slowestOf(std::span<const StageTime> stages, const GradientSync& sync, const Waits& waits)
{
    constexpr double rounding = 1e-12;
    const StageTime& longest = *std::ranges::max_element(stages, {}, &StageTime::passes);
    const StageTime* slowest = &longest;
    double most = wholeSeconds(longest, sync, waits);
    for (const StageTime& stage : stages) {
        if (&stage == &longest || stage.passes <= 0)
            continue;
        if (const double seconds = wholeSeconds(stage, sync, waits); seconds > (1 + rounding) * most) {
            most = seconds;
            slowest = &stage;
        }
    }
    return slowest->work;
}

/// Stages differ only at both ends of the pipeline, by the remaining layers, and by experts: all stages before the
/// first layer with experts are alike, and all after it, unless dense layers and layers with experts alternate; then
/// the one with the longest passes counts too. Stages with the same layers differ at the ends alone.
StageWork slowestStage(const Pipeline& pipe, const MicroBatch& one, const GradientSync& sync, const Waits& waits)
{
    const StageLayers& layers = pipe.layers;
    const double last = pipe.stages - 1, before_last = std::max(1.0, last - 1);
    const auto at = [&](double stage) { return stageTime(one, workOf(pipe, stage, last), pipe.micro_batches); };
    if (layers.areAlike() && pipe.schedule != PipelineSchedule::dualpipe)
        return slowestOf(std::array{at(0), at(last)}, sync, waits);
    constexpr std::size_t kind_count = 6; // five places in the pipeline, and the longest of a cycle
    std::array<StageTime, kind_count> kinds;
    std::size_t count = 0;
    double previous = -1;
    for (const double stage : {0.0, 1.0, std::clamp(layers.lastLonger(), 1.0, before_last), before_last, last})
        if (stage != previous) {
            kinds[count++] = at(stage);
            previous = stage;
        }
    if (layers.isIrregular()) {
        StageTime& longest = kinds[count++];
        longest = at(last);
        for (double stage = 0; stage < last; ++stage)
            if (const StageTime other = at(stage); longest.passes < other.passes)
                longest = other;
    }
    return slowestOf(std::span(kinds).first(count), sync, waits);
}

/// Adds the passes of a stage for all micro-batches. The first layer has nothing to hide its sharding behind.
void addStage(StepReport& r, const MicroBatch& m, const StageWork& work, double micro_batches)
{
    forLayers(m, work, [&](const LayerPass& pass, double layers) {
        const double times = layers * micro_batches;
        pass.parts.addTo(std::span(r.parts).subspan<PartTimes::first, PartTimes::end - PartTimes::first>(), times);
        r.latency_s += times * pass.latency_s;
        r.attention_s += times * pass.attention_s;
    });
    PartTime& t = r.part(Part::data_comm);
    const double edge = std::min(t.hidden_s, micro_batches * edgeSeconds(m, work));
    t.exposed_s += edge;
    t.hidden_s -= edge;
}

/// The bytes that a stage sends for all micro-batches.
std::array<double, route_count> bytesTogether(const MicroBatch& m, const StageWork& work, double micro_batches)
{
    std::array<double, route_count> sum{};
    forLayers(m, work, [&](const LayerPass& pass, double layers) {
        for (std::size_t i = 0; i < route_count; ++i)
            sum[i] += layers * pass.bytes[i];
    });
    for (double& bytes : sum)
        bytes *= micro_batches;
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
    const StagePasses pass = passesOf(one, work);
    double hidden = 0;
    if (pairedShare(pipe) > 0)
        forLayers(one, work, [&](const LayerPass& layer, double layers) { hidden += layers * hiddenByPairing(layer); });
    return {pass.forward_s, pass.backward_s - pass.weight_s, pass.weight_s, hidden};
}

/// What a stage waits in each round of filling and draining, without transfers.
double waitOf(const Job& job, const MicroBatch& one)
{
    const Pipeline& pipe = job.placement.pipeline;
    if (splitsBackward(pipe.schedule))
        return waitPerRound(pipe, stagePass(job, one));
    return secondsOf(one, meanWork(job.setup.model, 1)) / pipe.stages;
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
    const StageWork work = last > 0 ? slowestStage(pipe, one, sync, waits) : workOf(pipe, 0, last);
    addStage(r, one, work, times);
    addTraffic(r, job, bytesTogether(one, meanWork(job.setup.model, pipe.stages), times));
}

} // namespace

std::vector<double> stageSeconds(const Job& job, const MicroBatch& alone)
{
    const Pipeline& pipe = job.placement.pipeline;
    const double pairs = pairedShare(pipe);
    const MicroBatch one = pairs > 0 ? paired(alone, pairs) : alone;
    const int stages = stageCount(pipe.stages);
    std::vector<double> seconds;
    seconds.reserve(static_cast<std::size_t>(stages));
    for (int stage = 0; stage < stages; ++stage)
        seconds.push_back(secondsOf(one, workOf(pipe, stage, pipe.stages - 1)));
    if (turnsBack(pipe.schedule)) {
        seconds.back() -= one.head.seconds();
        seconds.front() += one.head.seconds();
    }
    return seconds;
}

void addFirstStage(StepReport& r, const Job& job, const MicroBatch& one)
{
    const Pipeline& pipe = job.placement.pipeline;
    const StageWork first = workOf(pipe, stageOfGradients(pipe), pipe.stages - 1);
    const StagePasses pass = passesOf(one, first);
    r.forward_s = pass.forward_s;
    r.backward_s = pass.backward_s;
    r.weight_s = shortWeights(pass.weight_s, pass.forward_s, pass.backward_s);
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
    r.compute_s = computeWindow(r).compute_s;
    r.roof.sustained_flops = setup.rates.gemm;
    r.roof.arithmetic_intensity = r.step_flops / l.replica_gpus / (times * hbmBytes(job));
}

} // namespace kneepoint
