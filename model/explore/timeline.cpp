// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr int most_micro_batches = 8;
constexpr int most_buckets = 12;
constexpr int most_stages = 8;
constexpr double forward_share = 1.0 / 3;

constexpr std::array computing{Part::compute, Part::memory, Part::launch};
constexpr std::array inside_replica{Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm};

template <class Parts> bool contains(const Parts& parts, Part part)
{
    return std::ranges::find(parts, part) != parts.end();
}

/// Writes blocks one after the other.
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
    TimelineLane gradients{LaneKind::gradients, "Gradient synchronisation", {}};
};

/// One pass of one micro-batch: its compute, then what it waits for; what is hidden starts with it.
void drawPass(Pen& gpu, Pen& model, const StepReport& r, Pass pass, int number, double share)
{
    const double start_s = gpu.now();
    for (const Part part : computing)
        gpu.draw(part, share * r.part(part).exposed_s, false, pass, number);
    model.moveTo(start_s);
    for (const Part part : inside_replica)
        model.draw(part, share * r.part(part).hidden_s, true, pass, number);
    model.moveTo(std::max(model.now(), gpu.now()));
    for (const Part part : inside_replica) {
        model.draw(part, share * r.part(part).exposed_s, false, pass, number);
        gpu.draw(part, share * r.part(part).exposed_s, false, pass, number);
    }
}

/// Buckets of equal size; the one that compute ends in is cut there.
void drawBuckets(Lanes& lanes, const StepReport& r, double exposed_from_s, double bucket_bytes)
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

/// Stage i of p fills later and drains earlier; the bubble of each is as long, the first stage has it in the middle.
TimelineLane stageLane(const Scenario& s, const StepReport& r, double stage, double start_s, double busy_s)
{
    TimelineLane lane{LaneKind::stage, fmt::format("Stage {}", stage + 1), {}};
    const double bubble_s = r.part(Part::bubble).exposed_s;
    const double depth = stage / (s.plan.pipeline_parallel - 1);
    const double fill_s = bubble_s * depth * forward_share;
    const double drain_s = bubble_s * depth * (1 - forward_share);
    const double ahead = std::min(1.0, (s.plan.pipeline_parallel - stage) / s.plan.accumulation) * forward_share;
    Pen pen(lane.blocks, start_s);
    pen.draw(Part::bubble, fill_s);
    pen.draw(Part::compute, ahead * busy_s, false, Pass::forward);
    pen.draw(Part::bubble, bubble_s - fill_s - drain_s);
    pen.draw(Part::compute, busy_s - ahead * busy_s, false, Pass::backward);
    pen.draw(Part::bubble, drain_s);
    return lane;
}

void drawStages(Timeline& t, const Scenario& s, const StepReport& r, double start_s, double busy_s)
{
    const double stages = s.plan.pipeline_parallel;
    const double shown = std::min<double>(most_stages, stages);
    for (double i = 0; stages > 1 && i < shown; ++i)
        t.lanes.push_back(stageLane(s, r, std::round(i * (stages - 1) / (shown - 1)), start_s, busy_s));
}

} // namespace

Timeline timeline(const Scenario& s, const StepReport& step)
{
    Timeline t;
    t.step_s = step.step_s;
    t.micro_batches = static_cast<int>(std::clamp(std::ceil(step.microbatches), 1.0, double{most_micro_batches}));
    t.micro_batches_each = std::max(1.0, step.microbatches / t.micro_batches);
    Lanes lanes;
    Pen gpu(lanes.gpu.blocks);
    Pen model(lanes.model.blocks);
    Pen input(lanes.input.blocks);

    const PartTime& load = step.part(Part::input);
    gpu.draw(Part::input, load.exposed_s);
    input.draw(Part::input, load.exposed_s);
    input.draw(Part::input, load.hidden_s, true);
    const double bubble_s = step.part(Part::bubble).exposed_s;
    const double filled_s = gpu.now();
    gpu.draw(Part::bubble, bubble_s * forward_share);
    for (int i = 1; i <= t.micro_batches; ++i) {
        drawPass(gpu, model, step, Pass::forward, i, forward_share / t.micro_batches);
        drawPass(gpu, model, step, Pass::backward, i, (1 - forward_share) / t.micro_batches);
    }
    gpu.draw(Part::bubble, bubble_s - bubble_s * forward_share);
    const double trained_s = gpu.now();
    drawBuckets(lanes, step, trained_s, s.plan.bucket_bytes);
    for (std::size_t i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        if (part != Part::input && part != Part::bubble && !contains(computing, part)
            && !contains(inside_replica, part))
            gpu.draw(part, step.parts[i].exposed_s);
    }
    for (TimelineLane* lane : {&lanes.gpu, &lanes.input, &lanes.model, &lanes.gradients})
        if (!lane->blocks.empty())
            t.lanes.push_back(std::move(*lane));
    drawStages(t, s, step, filled_s, trained_s - filled_s - bubble_s);
    return t;
}

} // namespace kneepoint
