// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_schedule.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr double rounding = 1e-9; ///< of a step

void addBubble(std::vector<TimelineBlock>& out, double from_s, double to_s, double tiny_s)
{
    if (to_s - from_s > tiny_s)
        out.push_back({Part::bubble, from_s, to_s});
}

} // namespace

StageSchedules::StageSchedules(PipelineTimes times)
    : m_times(std::move(times))
{
    const PipelineTimes& t = m_times;
    const double passes = static_cast<double>(t.micro_batches) * t.chunks;
    const double hops = std::max(1, t.stages - 1);
    m_forward_s = t.busy_s * t.forward_share / passes;
    m_backward_s = t.busy_s * (1 - t.forward_share) / passes;
    m_fill_s = t.bubble_s * t.forward_share / hops;
    m_drain_s = t.bubble_s * (1 - t.forward_share) / hops;
    if (t.kind == PipelineSchedule::interleaved && t.chunks > 1)
        interleave();
    if (kneepoint::splitsBackward(t.kind) && t.stages > 1)
        splitBackward();
    for (int stage = stages(); stage < t.stages; ++stage)
        m_runs.push_back(t.kind == PipelineSchedule::gpipe ? gpipe(stage) : oneForwardOneBackward(stage));
}

StageSchedules::Runs StageSchedules::gpipe(int stage) const
{
    const PipelineTimes& t = m_times;
    const double turn_s = t.start_s + (t.stages - 1) * m_fill_s + t.micro_batches * m_forward_s;
    return {{t.start_s + stage * m_fill_s, m_forward_s, t.micro_batches, 1, {{Pass::forward, 0, m_forward_s}}},
        {turn_s + (t.stages - 1 - stage) * m_drain_s, m_backward_s, t.micro_batches, 1,
            {{Pass::backward, 0, m_backward_s}}}};
}

StageSchedules::Runs StageSchedules::oneForwardOneBackward(int stage) const
{
    const PipelineTimes& t = m_times;
    const double start_s = t.start_s + stage * m_fill_s;
    const double first_back_s =
        t.start_s + (t.stages - 1) * m_fill_s + m_forward_s + (t.stages - 1 - stage) * m_drain_s;
    const int most = std::min(t.stages - stage, t.micro_batches);
    const double room = m_forward_s > 0 ? (first_back_s - start_s) / m_forward_s + rounding : most;
    const int ahead = std::clamp(static_cast<int>(std::min<double>(room, most)), 1, most);
    const int steady = t.micro_batches - ahead;
    const double period_s = m_forward_s + m_backward_s;
    Runs runs{{start_s, m_forward_s, ahead, 1, {{Pass::forward, 0, m_forward_s}}}};
    if (steady > 0)
        runs.push_back({first_back_s, period_s, steady, 1,
            {{Pass::backward, 0, m_backward_s}, {Pass::forward, m_backward_s, m_forward_s, ahead + 1}}});
    // The last stage's forward passes keep the others waiting between their last backward ones.
    runs.push_back(
        {first_back_s + steady * period_s, period_s, ahead, 1, {{Pass::backward, 0, m_backward_s, steady + 1}}});
    return runs;
}

void StageSchedules::addOperation(
    std::vector<TimelineBlock>& out, const Operation& op, double start_s, int number, double shortest_s) const
{
    const bool fine =
        std::ranges::all_of(m_times.shares, [&](const auto& share) { return share.second * op.seconds >= shortest_s; });
    if (!fine) {
        out.push_back({Part::compute, start_s, start_s + op.seconds, false, op.pass, number, op.chunk, true});
        return;
    }
    double now_s = start_s;
    for (const auto& [part, share] : m_times.shares) {
        const double seconds = share * op.seconds;
        if (seconds > 0)
            out.push_back({part, now_s, now_s + seconds, false, op.pass, number, op.chunk});
        now_s += seconds;
    }
}

void StageSchedules::addRun(
    std::vector<TimelineBlock>& out, const Run& run, double from_s, double to_s, double shortest_s) const
{
    if (run.end() < from_s || run.start_s > to_s || run.periods < 1)
        return;
    if (run.periods > 1 && run.period_s < shortest_s) {
        const bool mixed = run.operations.size() > 1;
        out.push_back({Part::compute, run.start_s, run.end(), false, mixed ? Pass::none : run.operations.front().pass,
            0, 0, true});
        return;
    }
    const double period_s = std::max(run.period_s, 1e-300);
    const double last = run.periods - 1;
    const auto first = static_cast<int>(std::clamp(std::floor((from_s - run.start_s) / period_s), 0.0, last));
    const auto end = static_cast<int>(std::clamp(std::floor((to_s - run.start_s) / period_s), 0.0, last));
    for (int i = first; i <= end; ++i)
        for (const Operation& op : run.operations)
            addOperation(out, op, run.start_s + i * run.period_s + op.offset_s, op.first + i * run.stride, shortest_s);
}

std::vector<TimelineBlock> StageSchedules::blocks(int stage, double from_s, double to_s, double shortest_s) const
{
    const PipelineTimes& t = m_times;
    const double end_s = t.start_s + t.busy_s + t.bubble_s;
    const double tiny_s = rounding * end_s;
    std::vector<TimelineBlock> busy;
    for (const Run& run : m_runs.at(static_cast<std::size_t>(stage)))
        addRun(busy, run, from_s, to_s, shortest_s);
    std::vector<TimelineBlock> all;
    all.reserve(2 * busy.size() + 1);
    double now_s = std::max(from_s, t.start_s);
    for (const TimelineBlock& block : busy) {
        addBubble(all, now_s, block.start_s, std::max(tiny_s, shortest_s));
        const bool short_one = block.seconds() < shortest_s && !all.empty() && all.back().part != Part::bubble
            && all.back().end_s >= block.start_s - shortest_s && all.back().seconds() < shortest_s;
        if (short_one) {
            all.back().end_s = block.end_s;
            all.back().pass = all.back().pass == block.pass ? block.pass : Pass::none;
            all.back().number = 0;
            all.back().together = true;
            all.back().part = Part::compute;
        } else {
            all.push_back(block);
        }
        now_s = std::max(now_s, block.end_s);
    }
    addBubble(all, now_s, std::min(to_s, end_s), std::max(tiny_s, shortest_s));
    return all;
}

} // namespace kneepoint
