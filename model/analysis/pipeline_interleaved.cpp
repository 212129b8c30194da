// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_schedule.h"

#include <algorithm>

/// Schedules with chunks, simulated pass by pass: the interleaved one in Megatron-LM's order (schedules.py,
/// forward_backward_pipelining_with_interleaving), which has no closed form, and the breadth-first one.
namespace kneepoint {
namespace {

constexpr double most_played = 1e5; ///< passes of all stages

struct Played {
    Pass pass = Pass::forward;
    int chunk = 0;
    int micro_batch = 0;
    double start_s = 0;
};

/// Chunk and micro-batch of every pass of one direction, in order: a group of micro-batches through all chunks, then
/// the next group.
std::vector<Played> ordered(Pass pass, int group, int micro_batches, int chunks)
{
    std::vector<Played> order;
    for (int first = 0; first < micro_batches; first += group)
        for (int c = 0; c < chunks; ++c)
            for (int j = first; j < first + group; ++j)
                order.push_back({pass, pass == Pass::forward ? c : chunks - 1 - c, j});
    return order;
}

/// The operations of one stage, in order: warm-up, alternating forward and backward passes, the rest. Interleaved
/// groups have as many micro-batches as there are stages; breadth-first, all are one group, and warm-up has all forward
/// passes.
std::vector<Played> orderOf(int stage, const PipelineTimes& t)
{
    const int group = keepsAll(t.kind) ? t.micro_batches : t.stages;
    const std::vector<Played> forward = ordered(Pass::forward, group, t.micro_batches, t.chunks);
    const std::vector<Played> backward = ordered(Pass::backward, group, t.micro_batches, t.chunks);
    const auto count = static_cast<int>(forward.size());
    const int ahead = 2 * (t.stages - 1 - stage) + (t.chunks - 1) * t.stages;
    const int warm_up = keepsAll(t.kind) ? count : std::min(count, ahead);
    std::vector<Played> order(forward.begin(), forward.begin() + warm_up);
    for (int i = warm_up; i < count; ++i) {
        order.push_back(forward[static_cast<std::size_t>(i)]);
        order.push_back(backward[static_cast<std::size_t>(i - warm_up)]);
    }
    order.insert(order.end(), backward.end() - warm_up, backward.end());
    return order;
}

/// Simulates all stages together.
class Player {
public:
    Player(const PipelineTimes& times, double forward_s, double backward_s, double passed_on)
        : m_times(times)
        , m_stages(times.stages)
        , m_micro_batches(times.micro_batches)
        , m_chunks(times.chunks)
        , m_forward_s(forward_s)
        , m_backward_s(backward_s)
        , m_passed_on(passed_on)
        , m_started(2, std::vector<double>(static_cast<std::size_t>(m_stages * m_micro_batches * m_chunks), -1))
    {
        for (int stage = 0; stage < m_stages; ++stage)
            orders.push_back(orderOf(stage, times));
    }
    [[nodiscard]] double seconds(Pass pass, int stage) const
    {
        return m_times.load(stage) * (pass == Pass::forward ? m_forward_s : m_backward_s);
    }
    void play()
    {
        std::vector<std::size_t> next(orders.size(), 0);
        std::vector<double> free_s(orders.size(), 0);
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t stage = 0; stage < orders.size(); ++stage)
                while (next[stage] < orders[stage].size() && start(stage, orders[stage][next[stage]], free_s)) {
                    ++next[stage];
                    moved = true;
                }
        }
    }
    std::vector<std::vector<Played>> orders;

private:
    double& started(Pass pass, int stage, int chunk, int micro_batch)
    {
        const auto size = [](int count) { return static_cast<std::size_t>(count); };
        const std::size_t row = size(stage) * size(m_chunks) + size(chunk);
        return m_started[pass == Pass::forward ? 0 : 1][row * size(m_micro_batches) + size(micro_batch)];
    }
    /// The earliest start of a pass given its dependencies; below 0: not yet known.
    double ready(int stage, const Played& p)
    {
        const bool forward = p.pass == Pass::forward;
        const bool first_chunk = p.chunk == (forward ? 0 : m_chunks - 1);
        const int entry = forward ? 0 : m_stages - 1;
        if (stage != entry) {
            const int from = forward ? stage - 1 : stage + 1;
            const double before = started(p.pass, from, p.chunk, p.micro_batch);
            return before < 0 ? before : before + m_passed_on * seconds(p.pass, from);
        }
        if (!first_chunk) {
            const int exit = m_stages - 1 - entry;
            const double before = started(p.pass, exit, forward ? p.chunk - 1 : p.chunk + 1, p.micro_batch);
            return before < 0 ? before : before + m_passed_on * seconds(p.pass, exit);
        }
        if (forward)
            return 0;
        const double own = started(Pass::forward, stage, p.chunk, p.micro_batch);
        return own < 0 ? own : own + seconds(Pass::forward, stage);
    }
    bool start(std::size_t stage, Played& p, std::vector<double>& free_s)
    {
        const double ready_s = ready(static_cast<int>(stage), p);
        if (ready_s < 0)
            return false;
        p.start_s = std::max(ready_s, free_s[stage]);
        started(p.pass, static_cast<int>(stage), p.chunk, p.micro_batch) = p.start_s;
        free_s[stage] = p.start_s + seconds(p.pass, static_cast<int>(stage));
        return true;
    }

    const PipelineTimes& m_times;
    int m_stages;
    int m_micro_batches;
    int m_chunks;
    double m_forward_s, m_backward_s, m_passed_on;
    std::vector<std::vector<double>> m_started; ///< by pass
};

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
    Player player(t, m_forward_s, m_backward_s, filling().shorter);
    player.play();
    double end_s = 0;
    for (int stage = 0; stage < t.stages; ++stage)
        end_s = std::max(end_s,
            player.orders[static_cast<std::size_t>(stage)].back().start_s + player.seconds(Pass::backward, stage));
    const double scale = (t.busy_s + t.bubble_s) / end_s;
    for (int stage = 0; stage < t.stages; ++stage) {
        Runs runs;
        for (const Played& p : player.orders[static_cast<std::size_t>(stage)]) {
            const double seconds = std::min(1.0, scale) * player.seconds(p.pass, stage);
            runs.push_back(
                {t.start_s + scale * p.start_s, seconds, 1, 1, {{p.pass, 0, seconds, p.micro_batch + 1, p.chunk + 1}}});
        }
        m_runs.push_back(std::move(runs));
    }
}

} // namespace kneepoint
