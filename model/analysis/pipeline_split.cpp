// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/pipeline_schedule.h"

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

enum class SplitKind { forward, input, weight };
constexpr std::size_t split_kinds = 3;

/// One kind of pass of a micro-batch through a place, which is a stage or one of its two chunks.
struct SplitWork {
    SplitKind kind = SplitKind::forward;
    int place = 0;
    int micro_batch = 0;
};
/// What a stage does without a break: one piece of work, or several that overlap.
struct Action {
    std::vector<SplitWork> works;
    double start_s = 0;
};
using Actions = std::vector<Action>;

struct SplitSeconds {
    double forward = 0, input = 0, weight = 0; ///< at one place
    [[nodiscard]] double of(SplitKind kind) const
    {
        return kind == SplitKind::forward ? forward : kind == SplitKind::input ? input : weight;
    }
};

/// Writes down what one stage of `stages` does. Chunk 0 is its place on the way down, chunk 1 on the way back.
class SplitOrder {
public:
    SplitOrder(int stage, int stages, int micro_batches)
        : m_places{stage, 2 * stages - 1 - stage}
        , m_micro_batches(micro_batches)
    {
    }
    void forward(int chunk) { add({next(SplitKind::forward, chunk)}); }
    void input(int chunk)
    {
        const SplitWork work = next(SplitKind::input, chunk);
        m_owed.push_back({SplitKind::weight, work.place, work.micro_batch});
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
            m_owed, m_places[static_cast<std::size_t>(chunk)], [](const SplitWork& w) { return w.place; });
        if (of_chunk == m_owed.end())
            return;
        add({*of_chunk});
        m_owed.erase(of_chunk);
    }
    void backward(int chunk)
    {
        const SplitWork work = next(SplitKind::input, chunk);
        add({work, {SplitKind::weight, work.place, work.micro_batch}});
    }
    void pair(int forward_chunk, int backward_chunk)
    {
        const SplitWork f = next(SplitKind::forward, forward_chunk), b = next(SplitKind::input, backward_chunk);
        add({f, b, {SplitKind::weight, b.place, b.micro_batch}});
    }
    [[nodiscard]] int done(SplitKind kind, int chunk) const
    {
        return m_done[static_cast<std::size_t>(kind)][chunk == 0 ? 0 : 1];
    }
    [[nodiscard]] bool owes() const { return !m_owed.empty(); }
    Actions actions;

private:
    SplitWork next(SplitKind kind, int chunk)
    {
        int& count = m_done[static_cast<std::size_t>(kind)][chunk == 0 ? 0 : 1];
        return {kind, m_places[chunk == 0 ? 0 : 1], count++};
    }
    /// Orders are written for enough micro-batches; what goes beyond those that there are is left out.
    void add(std::vector<SplitWork> works)
    {
        std::erase_if(works, [&](const SplitWork& work) { return work.micro_batch >= m_micro_batches; });
        if (!works.empty())
            actions.push_back({std::move(works), 0});
    }

    std::array<int, 2> m_places;
    int m_micro_batches;
    std::array<std::array<int, 2>, split_kinds> m_done{};
    std::deque<SplitWork> m_owed;
};

Actions zeroBubble(int stage, int stages, int micro_batches)
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
        const int forwards = order.done(SplitKind::forward, 0);
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

Actions zeroBubbleThereAndBack(int stage, int stages, int micro_batches)
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
    while (order.done(SplitKind::forward, 1) < order.done(SplitKind::forward, 0)
        || order.done(SplitKind::forward, 0) < enough) {
        if (order.done(SplitKind::forward, 0) < enough)
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

Actions dualPipeThereAndBack(int stage, int stages, int micro_batches)
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

/// Runs all stages together, each in its order: an action starts when its inputs have arrived, a time after they were
/// begun that is `passed_on` times as long as they take.
class SplitPlayer {
public:
    SplitPlayer(std::vector<Actions>& orders, int places, const PipelineTimes& times, int micro_batches,
        const SplitSeconds& seconds)
        : m_orders(orders)
        , m_places(places)
        , m_times(times)
        , m_micro_batches(micro_batches)
        , m_seconds(seconds)
    {
    }
    /// When the last stage is done; below 0 if two stages wait for each other.
    double play(double passed_on)
    {
        m_passed_on = passed_on;
        m_started.assign(2 * static_cast<std::size_t>(m_places) * static_cast<std::size_t>(m_micro_batches), -1);
        std::vector<std::size_t> next(m_orders.size(), 0);
        std::vector<double> free_s(m_orders.size(), 0);
        for (bool moved = true; moved;) {
            moved = false;
            for (std::size_t stage = 0; stage < m_orders.size(); ++stage)
                while (next[stage] < m_orders[stage].size() && start(m_orders[stage][next[stage]], free_s[stage])) {
                    ++next[stage];
                    moved = true;
                }
        }
        for (std::size_t stage = 0; stage < m_orders.size(); ++stage)
            if (next[stage] < m_orders[stage].size())
                return -1;
        return *std::ranges::max_element(free_s);
    }

private:
    [[nodiscard]] double seconds(SplitKind kind, int place) const
    {
        const auto stages = static_cast<int>(m_orders.size());
        return m_times.load(place < stages ? place : 2 * stages - 1 - place) * m_seconds.of(kind);
    }
    double& started(SplitKind kind, int place, int micro_batch)
    {
        const int row = (kind == SplitKind::forward ? 0 : m_places) + place;
        return m_started[static_cast<std::size_t>(row) * static_cast<std::size_t>(m_micro_batches)
            + static_cast<std::size_t>(micro_batch)];
    }
    /// When the inputs of a piece of work are there; below 0: not yet known. A stage does nothing before what it needs
    /// of its own.
    double ready(const SplitWork& work)
    {
        if (work.kind == SplitKind::weight)
            return 0;
        const bool forward = work.kind == SplitKind::forward;
        if (work.place == (forward ? 0 : m_places - 1))
            return 0;
        const int from = work.place + (forward ? -1 : 1);
        const double at = started(work.kind, from, work.micro_batch);
        return at < 0 ? at : at + m_passed_on * seconds(work.kind, from);
    }
    bool start(Action& action, double& free_s)
    {
        double start_s = free_s, before_s = 0;
        for (const SplitWork& work : action.works) {
            const double ready_s = ready(work);
            if (ready_s < 0)
                return false;
            start_s = std::max(start_s, ready_s - before_s);
            before_s += seconds(work.kind, work.place);
        }
        action.start_s = start_s;
        for (const SplitWork& work : action.works) {
            if (work.kind != SplitKind::weight)
                started(work.kind, work.place, work.micro_batch) = start_s;
            start_s += seconds(work.kind, work.place);
        }
        free_s = start_s;
        return true;
    }

    std::vector<Actions>& m_orders;
    int m_places;
    const PipelineTimes& m_times;
    int m_micro_batches;
    SplitSeconds m_seconds;
    double m_passed_on = 1;
    std::vector<double> m_started; ///< by kind and place
};

/// Finds how soon stages pass on their results so that the last one is done at `end_s`: a bubble of the mean stage's
/// time may be shorter than one of the slowest stage's, or longer by transfers. False if there is no such time.
bool playUntil(SplitPlayer& player, double end_s)
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
    std::vector<Actions> orders;
    orders.reserve(static_cast<std::size_t>(played));
    for (int stage = 0; stage < played; ++stage)
        orders.push_back(t.kind == PipelineSchedule::zb_h1 ? zeroBubble(stage, played, each)
                : t.kind == PipelineSchedule::zb_v         ? zeroBubbleThereAndBack(stage, played, each)
                                                           : dualPipeThereAndBack(stage, played, each));
    const double one_s = t.busy_s / (static_cast<double>(each) * chunks);
    const SplitSeconds seconds{
        one_s * t.forward_share, one_s * (1 - t.forward_share - t.weight_share), one_s * t.weight_share};
    SplitPlayer player(orders, chunks * played, t, each, seconds);
    if (!playUntil(player, t.busy_s + t.bubble_s))
        return;
    for (int stage = 0; stage < t.stages; ++stage) {
        const int as = std::min(stage, mirrored ? t.stages - 1 - stage : stage);
        Runs runs;
        for (const Action& action : orders[static_cast<std::size_t>(as)]) {
            double start_s = t.start_s + action.start_s;
            for (const SplitWork& work : action.works) {
                const double each_s = t.load(as) * seconds.of(work.kind);
                const int chunk = chunks == 1 ? 0 : work.place < played ? 1 : 2;
                const int number = work.micro_batch + 1 + (mirrored && (chunk == 2) == (stage == as) ? each : 0);
                const Pass pass = work.kind == SplitKind::forward ? Pass::forward
                    : work.kind == SplitKind::input               ? Pass::backward
                                                                  : Pass::weights;
                runs.push_back({start_s, each_s, 1, 1, {{pass, 0, each_s, number, chunk}}});
                start_s += each_s;
            }
        }
        m_runs.push_back(std::move(runs));
    }
}

} // namespace kneepoint
