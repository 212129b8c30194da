// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_player.h"

#include <algorithm>

/// Schedules with chunks, simulated pass by pass: the interleaved one in Megatron-LM's order (schedules.py,
/// forward_backward_pipelining_with_interleaving), which has no closed form, and the breadth-first one.
namespace kneepoint {
namespace {

constexpr double most_played = 1e5; ///< passes of all stages

/// The passes of one direction of a stage, in order: a group of micro-batches through all chunks, then the next group.
std::vector<PlacedPass> ordered(Pass pass, int stage, int group, const PipelineTimes& t)
{
    std::vector<PlacedPass> order;
    for (int first = 0; first < t.micro_batches; first += group)
        for (int c = 0; c < t.chunks; ++c)
            for (int j = first; j < first + group; ++j)
                order.push_back({pass, (pass == Pass::forward ? c : t.chunks - 1 - c) * t.stages + stage, j});
    return order;
}

/// The operations of one stage, in order: warm-up, alternating forward and backward passes, the rest. Interleaved
/// groups have as many micro-batches as there are stages; breadth-first, all are one group, and warm-up has all forward
/// passes.
StageOrder orderOf(int stage, const PipelineTimes& t)
{
    const int group = keepsAll(t.kind) ? t.micro_batches : t.stages;
    const std::vector<PlacedPass> forward = ordered(Pass::forward, stage, group, t);
    const std::vector<PlacedPass> backward = ordered(Pass::backward, stage, group, t);
    const auto count = static_cast<int>(forward.size());
    const int ahead = 2 * (t.stages - 1 - stage) + (t.chunks - 1) * t.stages;
    const int warm_up = keepsAll(t.kind) ? count : std::min(count, ahead);
    StageOrder order;
    for (int i = 0; i < count + warm_up; ++i) {
        if (i < count)
            order.push_back({{forward[static_cast<std::size_t>(i)]}, 0});
        if (i >= warm_up)
            order.push_back({{backward[static_cast<std::size_t>(i - warm_up)]}, 0});
    }
    return order;
}

} // namespace

void StageSchedules::interleave()
{
    const PipelineTimes& t = m_times;
    const bool filled = keepsAll(t.kind) ? t.micro_batches >= t.stages : t.micro_batches % t.stages == 0;
    if (!filled || 2.0 * t.stages * t.micro_batches * t.chunks > most_played) {
        m_forward_s *= t.chunks;
        m_backward_s *= t.chunks;
        return;
    }
    std::vector<StageOrder> orders;
    orders.reserve(static_cast<std::size_t>(t.stages));
    for (int stage = 0; stage < t.stages; ++stage)
        orders.push_back(orderOf(stage, t));
    const PassSeconds seconds{m_forward_s, m_backward_s, 0};
    PipelinePlayer player(orders, t.chunks * t.stages, t, t.micro_batches, seconds);
    const double scale = (t.busy_s + t.bubble_s) / player.play(filling().shorter);
    for (int stage = 0; stage < t.stages; ++stage) {
        Runs runs;
        for (const StageAction& action : orders[static_cast<std::size_t>(stage)]) {
            const auto& [pass, place, micro_batch] = action.passes.front();
            const double each_s = std::min(1.0, scale) * (t.load(stage) * seconds.of(pass));
            runs.push_back({t.start_s + scale * action.start_s, each_s, 1,
                {{pass, 0, each_s, micro_batch + 1, place / t.stages + 1}}});
        }
        m_runs.push_back(std::move(runs));
    }
}

} // namespace kneepoint
