// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_player.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

/// Schedules with gradients of weights apart, simulated pass by pass. ZB-H1: 1F1B in which a stage has at most p
/// micro-batches in flight (Qi et al. 2023, arXiv:2401.10241, section 2.1). ZB-V and DualPipeV: the orders of PyTorch
/// (torch.distributed.pipelining, ScheduleZBVZeroBubble) and of deepseek-ai/DualPipe. DualPipe is DualPipeV on half of
/// the stages with half of the micro-batches: its other half does the same in the other direction.
namespace kneepoint {
namespace {

constexpr double most_split_passes = 2e4; ///< passes of all stages, some ten times over

/// Writes down what one stage of `stages` does. Chunk 0 is its place on the way down, chunk 1 on the way back.
class SplitOrder {
public:
    SplitOrder(int stage, int stages, int micro_batches)
        : m_places{stage, 2 * stages - 1 - stage}
        , m_micro_batches(micro_batches)
    {
    }
    void forward(int chunk) { add({next(Pass::forward, chunk)}); }
    void input(int chunk)
    {
        const PlacedPass work = next(Pass::backward, chunk);
        m_owed.push_back({Pass::weights, work.place, work.micro_batch});
        add({work});
    }
    /// Gradients of weights: those that have waited longest, or of a chunk.
    void weight()
    {
        if (m_owed.empty())
            return;
        add({m_owed.front()});
        m_owed.pop_front();
    }
    void weight(int chunk)
    {
        const auto of_chunk = std::ranges::find(
            m_owed, m_places[static_cast<std::size_t>(chunk)], [](const PlacedPass& w) { return w.place; });
        if (of_chunk == m_owed.end())
            return;
        add({*of_chunk});
        m_owed.erase(of_chunk);
    }
    void backward(int chunk)
    {
        const PlacedPass work = next(Pass::backward, chunk);
        add({work, {Pass::weights, work.place, work.micro_batch}});
    }
    void pair(int forward_chunk, int backward_chunk)
    {
        const PlacedPass f = next(Pass::forward, forward_chunk), b = next(Pass::backward, backward_chunk);
        add({f, b, {Pass::weights, b.place, b.micro_batch}});
    }
    [[nodiscard]] int done(Pass pass, int chunk) const
    {
        return m_done[pass == Pass::forward ? 0 : 1][chunk == 0 ? 0 : 1];
    }
    [[nodiscard]] bool owes() const { return !m_owed.empty(); }
    StageOrder actions;

private:
    PlacedPass next(Pass pass, int chunk)
    {
        int& count = m_done[pass == Pass::forward ? 0 : 1][chunk == 0 ? 0 : 1];
        return {pass, m_places[chunk == 0 ? 0 : 1], count++};
    }
    /// Orders are written for enough micro-batches; what goes beyond those that there are is left out.
    void add(std::vector<PlacedPass> works)
    {
        std::erase_if(works, [&](const PlacedPass& work) { return work.micro_batch >= m_micro_batches; });
        if (!works.empty())
            actions.push_back({std::move(works), 0});
    }

    std::array<int, 2> m_places;
    int m_micro_batches;
    std::array<std::array<int, 2>, 2> m_done{}; ///< forward and backward passes, by chunk
    std::deque<PlacedPass> m_owed;
};

StageOrder zeroBubble(int stage, int stages, int micro_batches)
{
    SplitOrder order(stage, stages, micro_batches);
    int weights = 0;
    const auto weight = [&] {
        order.weight();
        ++weights;
    };
    for (int i = std::min(stages - stage, micro_batches); i > 0; --i)
        order.forward(0);
    for (int i = 0; i < micro_batches; ++i) {
        order.input(0);
        const int forwards = order.done(Pass::forward, 0);
        const bool has_forward = forwards < micro_batches;
        if (has_forward ? forwards - weights >= stages : weights <= i)
            weight();
        if (has_forward)
            order.forward(0);
    }
    while (order.owes())
        weight();
    return std::move(order.actions);
}

StageOrder zeroBubbleThereAndBack(int stage, int stages, int micro_batches)
{
    SplitOrder order(stage, stages, micro_batches);
    const int enough = std::max(2 * stages - 1, micro_batches);
    const auto both = [&](int chunk) {
        order.input(chunk);
        order.weight(chunk);
    };
    for (int i = 2 * (stages - stage) - 1; i > 0; --i)
        order.forward(0);
    for (int i = 0; i < stage; ++i) {
        order.forward(1);
        order.forward(0);
    }
    for (int i = stage; i < stages; ++i) {
        order.forward(1);
        both(1);
    }
    while (order.done(Pass::forward, 1) < order.done(Pass::forward, 0) || order.done(Pass::forward, 0) < enough) {
        if (order.done(Pass::forward, 0) < enough)
            order.forward(0);
        both(0);
        order.forward(1);
        both(1);
    }
    for (int i = 0; i < stage; ++i) {
        order.input(0);
        order.input(1);
    }
    for (int i = stage; i < stages; ++i)
        both(0);
    for (const int chunk : {1, 0})
        for (int i = 0; i < stage; ++i)
            order.weight(chunk);
    while (order.owes())
        order.weight();
    return std::move(order.actions);
}

StageOrder dualPipeThereAndBack(int stage, int stages, int micro_batches)
{
    SplitOrder order(stage, stages, micro_batches);
    const int behind = stages - stage - 1;
    for (int i = 0; i < 2 * behind; ++i)
        order.forward(0);
    for (int i = 0; i <= stage; ++i) {
        order.forward(0);
        order.forward(1);
    }
    for (int i = 0; i < behind; ++i) {
        order.input(1);
        order.weight();
        order.forward(1);
    }
    for (int i = 0; i < micro_batches - 2 * stages + stage + 1; ++i) {
        if (i == 0 && behind == 0) { // the last stage does not overlap these two, for a smaller bubble
            order.forward(0);
            order.backward(1);
        } else {
            order.pair(0, 1);
        }
        order.pair(1, 0);
    }
    for (int i = 0; i < behind; ++i) {
        order.backward(1);
        order.pair(1, 0);
    }
    bool apart = false;
    const auto either = [&](int chunk) { apart ? order.input(chunk) : order.backward(chunk); };
    for (int i = 0; i <= stage; ++i) {
        const bool half = i == (stage + 1) / 2;
        apart = apart || (half && stage % 2 == 1);
        either(1);
        apart = apart || (half && stage % 2 == 0);
        either(0);
    }
    for (int i = 0; i < behind; ++i) {
        order.weight();
        order.input(0);
    }
    while (order.owes())
        order.weight();
    return std::move(order.actions);
}

/// Finds how soon stages pass on their results so that the last one is done at `end_s`: a bubble of the mean stage's
/// time may be shorter than one of the slowest stage's, or longer by transfers. False if there is no such time.
bool playUntil(PipelinePlayer& player, double end_s)
{
    constexpr double most = 1024, rounding = 1e-9;
    constexpr int most_tries = 60;
    double low = 0, high = 1;
    double low_s = player.play(low) - end_s, high_s = player.play(high) - end_s;
    if (low_s > rounding * end_s || high_s < -end_s)
        return false;
    while (high_s < 0 && high < most) {
        low = high;
        low_s = high_s;
        high *= 2;
        high_s = player.play(high) - end_s;
    }
    for (int i = 0; i < most_tries && high_s - low_s > rounding * end_s; ++i) {
        const double guess = i % 3 == 2 ? (low + high) / 2 : low + (high - low) * (-low_s / (high_s - low_s));
        const double guess_s = player.play(guess) - end_s;
        if (std::abs(guess_s) <= rounding * end_s)
            return true;
        (guess_s < 0 ? low : high) = guess;
        (guess_s < 0 ? low_s : high_s) = guess_s;
    }
    return std::abs(player.play(high) - end_s) <= 2 * rounding * end_s;
}

} // namespace

void StageSchedules::splitBackward()
{
    const PipelineTimes& t = m_times;
    const bool mirrored = t.kind == PipelineSchedule::dualpipe;
    const int played = mirrored ? t.stages / 2 : t.stages;
    const int each = mirrored ? t.micro_batches / 2 : t.micro_batches;
    const int chunks = t.kind == PipelineSchedule::zb_h1 ? 1 : 2;
    const bool pairs = mirrored || t.kind == PipelineSchedule::dualpipe_v;
    const bool even = !mirrored || (t.stages % 2 == 0 && t.micro_batches % 2 == 0);
    if (!even || (pairs && each < 2 * played) || 3.0 * played * each * chunks > most_split_passes)
        return;
    std::vector<StageOrder> orders;
    orders.reserve(static_cast<std::size_t>(played));
    for (int stage = 0; stage < played; ++stage)
        orders.push_back(t.kind == PipelineSchedule::zb_h1 ? zeroBubble(stage, played, each)
                : t.kind == PipelineSchedule::zb_v         ? zeroBubbleThereAndBack(stage, played, each)
                                                           : dualPipeThereAndBack(stage, played, each));
    const double one_s = t.busy_s / (static_cast<double>(each) * chunks);
    const PassSeconds seconds{
        one_s * t.forward_share, one_s * (1 - t.forward_share - t.weight_share), one_s * t.weight_share};
    PipelinePlayer player(orders, chunks * played, t, each, seconds);
    if (!playUntil(player, t.busy_s + t.bubble_s))
        return;
    for (int stage = 0; stage < t.stages; ++stage) {
        const int as = std::min(stage, mirrored ? t.stages - 1 - stage : stage);
        Runs runs;
        for (const StageAction& action : orders[static_cast<std::size_t>(as)]) {
            double start_s = t.start_s + action.start_s;
            for (const PlacedPass& work : action.passes) {
                const double each_s = t.load(as) * seconds.of(work.pass);
                const int chunk = chunks == 1 ? 0 : work.place < played ? 1 : 2;
                const int number = work.micro_batch + 1 + (mirrored && (chunk == 2) == (stage == as) ? each : 0);
                runs.push_back({start_s, each_s, 1, {{work.pass, 0, each_s, number, chunk}}});
                start_s += each_s;
            }
        }
        m_runs.push_back(std::move(runs));
    }
}

} // namespace kneepoint
