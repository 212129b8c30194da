// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/timeline.h"

#include "model/scenario/scenario.h"
#include "model/step/kernel_step.h"
#include "model/step/synchronization.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace kneepoint {
namespace {

constexpr int most_micro_batches = 64;
constexpr int most_buckets = 64;
constexpr int most_stages = 64;

constexpr std::array computing{Part::compute, Part::memory, Part::launch};
constexpr std::array inside_replica{Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm};

template <class Parts> bool contains(const Parts& parts, Part part)
{
    return std::ranges::find(parts, part) != parts.end();
}

/// Appends blocks in sequence.
class Pen {
public:
    explicit Pen(std::vector<TimelineBlock>& blocks, double start_s = 0)
        : m_blocks(blocks)
        , m_now_s(start_s)
    {
    }
    void draw(Part part, double seconds, bool hidden = false, Pass pass = Pass::none, int number = 0)
    {
        if (seconds <= 0)
            return;
        m_blocks.push_back({part, m_now_s, m_now_s + seconds, hidden, pass, number});
        m_now_s += seconds;
    }
    void moveTo(double seconds) { m_now_s = seconds; }
    [[nodiscard]] double now() const { return m_now_s; }

private:
    std::vector<TimelineBlock>& m_blocks;
    double m_now_s;
};

struct Lanes {
    TimelineLane gpu{LaneKind::gpu, "GPU", {}};
    TimelineLane input{LaneKind::input, "Input pipeline", {}};
    TimelineLane model{LaneKind::model_communication, "Model-parallel communication", {}};
    TimelineLane gradients{LaneKind::gradients, "Gradient synchronization", {}};
};

/// The division of a step into passes.
struct Passes {
    double forward_share = 0; ///< of a micro-batch
    double weight_share = 0;
    bool synchronize = false; ///< every layer gathers its weights and scatters its gradients
};

Passes passesOf(const Job& job, const StepReport& r)
{
    constexpr double of_an_empty_stage = 1.0 / 3;
    const double both = r.forward_s + r.backward_s;
    return {both > 0 ? r.forward_s / both : of_an_empty_stage, both > 0 ? r.weight_s / both : 0,
        job.setup.kernels && job.placement.exchange.by_layer};
}

/// Communication of one pass on a separate lane: the hidden part starts with the pass, the rest follows its compute.
template <class Parts>
void drawCommunication(
    Pen& gpu, Pen& lane, const StepReport& r, const Parts& parts, const TimelineBlock& pass, double share)
{
    lane.moveTo(std::max(lane.now(), pass.start_s));
    for (const Part part : parts)
        lane.draw(part, share * r.part(part).hidden_s, true, pass.pass, pass.number);
    lane.moveTo(std::max(lane.now(), gpu.now()));
    for (const Part part : parts) {
        lane.draw(part, share * r.part(part).exposed_s, false, pass.pass, pass.number);
        gpu.draw(part, share * r.part(part).exposed_s, false, pass.pass, pass.number);
    }
}

/// All passes of the drawn micro-batches: compute, then exposed communication.
void drawPasses(Lanes& lanes, Pen& gpu, const StepReport& r, const Passes& passes, int micro_batches)
{
    constexpr std::array synchronizing{Part::data_comm};
    Pen model(lanes.model.blocks);
    Pen gradients(lanes.gradients.blocks);
    for (int i = 1; i <= micro_batches; ++i)
        for (const Pass pass : {Pass::forward, Pass::backward}) {
            const double share =
                (pass == Pass::forward ? passes.forward_share : 1 - passes.forward_share) / micro_batches;
            const TimelineBlock block{Part::compute, gpu.now(), gpu.now(), false, pass, i};
            for (const Part part : computing)
                gpu.draw(part, share * r.part(part).exposed_s, false, pass, i);
            drawCommunication(gpu, model, r, inside_replica, block, share);
            if (passes.synchronize)
                drawCommunication(gpu, gradients, r, synchronizing, block, share);
        }
}

/// Without a simulation of the buckets: buckets of equal size; the one during which compute ends is cut there.
void drawEvenBuckets(Lanes& lanes, const StepReport& r, double exposed_from_s, double bucket_bytes)
{
    const PartTime& t = r.part(Part::data_comm);
    const double wanted = std::ceil(r.gradient_bytes / bucket_bytes);
    const int buckets = static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(most_buckets)));
    Pen pen(lanes.gradients.blocks, std::max(0.0, exposed_from_s - t.hidden_s));
    const double each_s = t.total_s() / buckets;
    double hidden_left_s = t.hidden_s;
    double exposed_left_s = t.exposed_s;
    for (int i = 1; i <= buckets; ++i) {
        const bool last = i == buckets;
        const double hidden_s = last ? hidden_left_s : std::min(each_s, hidden_left_s);
        const double exposed_s = last ? exposed_left_s : std::min(each_s - hidden_s, exposed_left_s);
        pen.draw(Part::data_comm, hidden_s, true, Pass::none, i);
        pen.draw(Part::data_comm, exposed_s, false, Pass::none, i);
        hidden_left_s -= hidden_s;
        exposed_left_s -= exposed_s;
    }
}

/// Buckets sent without gaps, merged if there are too many.
std::vector<std::pair<BucketTime, int>> drawable(const std::vector<BucketTime>& all)
{
    const std::size_t together = (all.size() + most_buckets - 1) / most_buckets;
    std::vector<std::pair<BucketTime, int>> drawn;
    std::size_t in_last = together;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool follows = !drawn.empty() && all[i].start_s <= drawn.back().first.end_s;
        if (follows && in_last < together) {
            drawn.back().first.end_s = all[i].end_s;
            ++in_last;
        } else {
            drawn.emplace_back(all[i], static_cast<int>(i) + 1);
            in_last = 1;
        }
    }
    return drawn;
}

/// Buckets as in the simulation of the step; time that the software fails to hide is added to the exposed end. `turn_s`
/// is the boundary between the pass and the exposed end: the end of the last backward pass, or, for weights, which are
/// reversed in time, the start of the first forward pass.
void drawStream(
    Lanes& lanes, const BucketStream& stream, const PartTime& time, double turn_s, double scale, bool mirrored)
{
    constexpr int most_played = 4096;
    const double exposed = exposedSeconds(stream);
    const double kept = time.hidden_s > 0 ? time.hidden_s / (stream.seconds() - exposed) : 0;
    const double stretch = exposed > 0 ? time.exposed_s / exposed : 1;
    std::vector<TimelineBlock> blocks;
    for (const auto& [bucket, number] : drawable(bucketTimes(stream, most_played))) {
        const double cut = std::clamp(0.0, bucket.start_s, bucket.end_s);
        const auto draw = [&, index = number](double from, double to, bool hidden) {
            if (to <= from)
                return;
            const double a = std::max(0.0, turn_s + (mirrored ? -to : from) * scale);
            const double b = turn_s + (mirrored ? -from : to) * scale;
            blocks.push_back({Part::data_comm, a, b, hidden, Pass::none, index});
        };
        draw(cut - kept * (cut - bucket.start_s), cut, true);
        draw(stretch * cut, stretch * bucket.end_s, false);
    }
    if (mirrored)
        std::ranges::reverse(blocks);
    lanes.gradients.blocks.insert(lanes.gradients.blocks.end(), blocks.begin(), blocks.end());
}

/// The parts of a stage's passes, in order.
std::vector<std::pair<Part, double>> sharesOf(const StepReport& r, const Passes& passes, double busy_s)
{
    std::vector<std::pair<Part, double>> shares;
    const auto add = [&](Part part) {
        if (r.part(part).exposed_s > 0 && busy_s > 0)
            shares.emplace_back(part, r.part(part).exposed_s / busy_s);
    };
    for (const Part part : computing)
        add(part);
    for (const Part part : inside_replica)
        add(part);
    if (passes.synchronize)
        add(Part::data_comm);
    return shares;
}

/// The busy time of each stage over that of the slowest one; empty: all alike.
std::vector<double> loadsOf(const Job& job, const StepReport& r, double busy_s)
{
    if (!job.setup.kernels)
        return {};
    std::vector<double> loads = stageSeconds(job, microBatch(job));
    const double longest_s = std::ranges::max(loads);
    for (double& load : loads)
        load = std::clamp(1 - r.microbatches * (longest_s - load) / busy_s, 0.0, 1.0);
    return loads;
}

void drawStages(Timeline& t, const Job& job, const StepReport& r, const Passes& passes, double start_s, double busy_s)
{
    const Pipeline& pipe = job.placement.pipeline;
    const int stages = static_cast<int>(std::lround(pipe.stages));
    if (stages <= 1 || !(busy_s > 0))
        return;
    constexpr double most_passes = 1e9;
    t.pipeline = StageSchedules(
        {pipe.schedule, stages, static_cast<int>(std::clamp(std::round(r.microbatches), 1.0, most_passes)),
            static_cast<int>(std::lround(pipe.chunks)), start_s, busy_s, r.part(Part::bubble).exposed_s,
            passes.forward_share, passes.weight_share, sharesOf(r, passes, busy_s), loadsOf(job, r, busy_s)});
    const int shown = std::min(most_stages, stages);
    for (int i = 0; i < shown; ++i) {
        const auto stage = static_cast<int>(std::lround(double(i) * (stages - 1) / (shown - 1)));
        t.lanes.push_back({LaneKind::stage, fmt::format("Stage {}", stage + 1), {}, stage});
    }
}

} // namespace

Timeline timeline(const Analysis& a)
{
    return timeline(a.scenario, a.step, a.calibration);
}

Timeline timeline(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const Job job = resolve(s, calibration);
    Timeline t;
    t.step_s = step.step_s;
    t.micro_batches = static_cast<int>(std::clamp(std::ceil(step.microbatches), 1.0, double{most_micro_batches}));
    Lanes lanes;
    Pen gpu(lanes.gpu.blocks);
    Pen input(lanes.input.blocks);
    const Passes passes = passesOf(job, step);
    const bool streams = syncsInBuckets(job);
    const SyncStreams sync = streams ? syncStreams(job, step) : SyncStreams{};
    const double synced_s = step.part(Part::data_comm).exposed_s;
    const GradientExchange& exchange = job.placement.exchange;
    const double every = exchange.every;
    const double weights_s = streams ? std::min(synced_s, sync.weightTime().exposed_s / every) : 0;

    const PartTime& load = step.part(Part::input);
    gpu.draw(Part::input, load.exposed_s);
    input.draw(Part::input, load.exposed_s);
    input.draw(Part::input, load.hidden_s, true);
    gpu.draw(Part::data_comm, weights_s);
    const double bubble_s = step.part(Part::bubble).exposed_s;
    const double filled_s = gpu.now();
    if (streams)
        drawStream(lanes, sync.weights, sync.weightTime(), filled_s, 1 / every, true);
    gpu.draw(Part::bubble, bubble_s * passes.forward_share);
    drawPasses(lanes, gpu, step, passes, t.micro_batches);
    gpu.draw(Part::bubble, bubble_s - bubble_s * passes.forward_share);
    const double trained_s = gpu.now();
    if (streams)
        drawStream(lanes, sync.gradients, sync.gradientTime(), trained_s, 1 / every, false);
    else if (!passes.synchronize)
        drawEvenBuckets(lanes, step, trained_s, exchange.bucket_bytes);
    for (std::size_t i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        const bool drawn = part == Part::input || part == Part::bubble || contains(computing, part)
            || contains(inside_replica, part) || (part == Part::data_comm && passes.synchronize);
        if (!drawn)
            gpu.draw(part, step.parts[i].exposed_s - (part == Part::data_comm ? weights_s : 0));
    }
    for (TimelineLane* lane : {&lanes.gpu, &lanes.input, &lanes.model, &lanes.gradients})
        if (!lane->blocks.empty())
            t.lanes.push_back(std::move(*lane));
    drawStages(t, job, step, passes, filled_s, trained_s - filled_s - bubble_s);
    return t;
}

std::vector<TimelineBlock> blocksOf(
    const Timeline& t, const TimelineLane& lane, double from_s, double to_s, double shortest_s)
{
    if (lane.kind != LaneKind::stage)
        return lane.blocks;
    const StageSchedules& pipeline =
        lane.schedule < 0 ? t.pipeline : t.schedules.at(static_cast<std::size_t>(lane.schedule));
    return pipeline.blocks(lane.stage, from_s, to_s, shortest_s);
}

} // namespace kneepoint
