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
    m_forward_s = t.busy_s * t.forward_share / passes;
    m_backward_s = t.busy_s * (1 - t.forward_share) / passes;
    if (loops(t.kind) && t.chunks > 1)
        interleave();
    if (kneepoint::splitsBackward(t.kind) && t.stages > 1)
        splitBackward();
    if (!m_runs.empty() || t.stages < 1)
        return;
    placeFirstPasses();
    if (keepsAll(t.kind))
        gpipe();
    else
        oneForwardOneBackward();
}

StageSchedules::Filling StageSchedules::filling() const
{
    const PipelineTimes& t = m_times;
    const int last = t.stages - 1;
    double fill_s = 0, drain_s = 0;
    for (int stage = 0; stage < last; ++stage) {
        fill_s += t.load(stage) * m_forward_s;
        drain_s += t.load(stage + 1) * m_backward_s;
    }
    const double rest_s = m_forward_s * (1 - t.load(last)) + m_backward_s * (1 - t.load(0)) + t.bubble_s;
    const double all_s = fill_s + drain_s;
    return {all_s > rest_s ? std::max(0.0, rest_s) / all_s : 1, std::max(0.0, rest_s - all_s) / std::max(1, last)};
}

void StageSchedules::placeFirstPasses()
{
    const PipelineTimes& t = m_times;
    const auto [shorter, more_s] = filling();
    const auto stages = static_cast<std::size_t>(t.stages);
    m_starts_s.assign(stages, t.start_s);
    m_drains_s.assign(stages, 0);
    for (std::size_t i = 1; i < stages; ++i) {
        const std::size_t from_end = stages - 1 - i;
        const double before = t.load(static_cast<int>(i - 1)), behind = t.load(static_cast<int>(from_end + 1));
        m_starts_s[i] = m_starts_s[i - 1] + shorter * before * m_forward_s + more_s;
        m_drains_s[from_end] = m_drains_s[from_end + 1] + shorter * behind * m_backward_s;
    }
}

void StageSchedules::gpipe()
{
    const PipelineTimes& t = m_times;
    const double turn_s = m_starts_s.back() + (t.micro_batches - 1 + t.load(t.stages - 1)) * m_forward_s;
    for (std::size_t i = 0; i < m_starts_s.size(); ++i) {
        const double load = t.load(static_cast<int>(i));
        m_runs.push_back({{m_starts_s[i], m_forward_s, t.micro_batches, {{Pass::forward, 0, load * m_forward_s}}},
            {turn_s + m_drains_s[i], m_backward_s, t.micro_batches, {{Pass::backward, 0, load * m_backward_s}}}});
    }
}

void StageSchedules::oneForwardOneBackward()
{
    const PipelineTimes& t = m_times;
    const double turn_s = m_starts_s.back() + t.load(t.stages - 1) * m_forward_s;
    const double period_s = m_forward_s + m_backward_s;
    double late_s = 0; // by which a stage lets its forward pass wait for the one before it
    int ahead_before = 0;
    for (int stage = 0; stage < t.stages; ++stage) {
        const double load = t.load(stage);
        const double forward_s = load * m_forward_s, backward_s = load * m_backward_s;
        const double start_s = m_starts_s[static_cast<std::size_t>(stage)];
        const double first_back_s = turn_s + m_drains_s[static_cast<std::size_t>(stage)];
        const int most = std::min(t.stages - stage, t.micro_batches);
        const double room = m_forward_s > 0 ? (first_back_s - start_s) / m_forward_s + rounding : most;
        const int ahead = std::clamp(static_cast<int>(std::min<double>(room, most)), 1, most);
        if (stage > 0)
            late_s = std::clamp(late_s + (t.load(stage - 1) - (ahead_before - ahead)) * period_s, 0.0,
                std::max(0.0, (1 - load) * period_s));
        ahead_before = ahead;
        const int steady = t.micro_batches - ahead;
        Runs runs{{start_s, m_forward_s, ahead, {{Pass::forward, 0, forward_s}}}};
        if (steady > 0)
            runs.push_back({first_back_s, period_s, steady,
                {{Pass::backward, 0, backward_s}, {Pass::forward, backward_s + late_s, forward_s, ahead + 1}}});
        // The last stage's forward passes keep the others waiting between their last backward ones.
        runs.push_back(
            {first_back_s + steady * period_s, period_s, ahead, {{Pass::backward, 0, backward_s, steady + 1}}});
        m_runs.push_back(std::move(runs));
    }
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
            addOperation(out, op, run.start_s + i * run.period_s + op.offset_s, op.first + i, shortest_s);
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
