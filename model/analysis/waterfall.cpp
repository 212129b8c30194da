// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/waterfall.h"

#include "model/analysis/counterfactual.h"
#include "model/analysis/losses.h"
#include "model/analysis/scaling.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/units.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

bool isCommunication(Part part)
{
    return std::ranges::find(communication_parts, part) != communication_parts.end();
}

Cause causeOf(Part part)
{
    switch (part) {
    case Part::input:
        return Cause::starved_input;
    case Part::compute:
    case Part::memory:
    case Part::launch:
        return Cause::tiny_batch;
    case Part::tensor_comm:
        return Cause::tensor_parallel_slow_link;
    case Part::expert_comm:
        return Cause::expert_all_to_all;
    case Part::bubble:
        return Cause::pipeline_bubble;
    case Part::straggler:
    case Part::delay:
        return Cause::straggler;
    default:
        return Cause::exposed_communication;
    }
}

/// The job on its network, and on successively better ones.
struct Networks {
    StepReport now, unshared, prompt, line_rate;

    Networks(const Scenario& s, const StepReport& step, const Calibration& calibration)
        : now(step)
        , unshared(evaluate(withoutContention(s), calibration))
        , prompt(evaluate(withoutLatency(withoutContention(s)), calibration))
        , line_rate(evaluate(withoutProtocol(withoutContention(s)), calibration))
    {
    }

    /// All steps multiplied by a factor.
    [[nodiscard]] Networks times(double factor) const
    {
        Networks all = *this;
        for (StepReport Networks::*step :
            {&Networks::now, &Networks::unshared, &Networks::prompt, &Networks::line_rate})
            all.*step = scaled(all.*step, factor);
        return all;
    }
};

/// What the job is compared with, on the same networks.
Networks compared(const Analysis& a)
{
    const Baseline& b = a.baseline;
    return Networks(b.scenario, evaluate(b.scenario, a.calibration), a.calibration).times(b.share);
}

/// The losses in seconds: K replicas compared with the ideal fraction of one.
std::vector<WaterfallBar> losses(const Networks& many, const Networks& one, double ideal)
{
    std::vector<WaterfallBar> bars;
    const auto commLost = [&](const StepReport Networks::*here, const StepReport Networks::*better) {
        return ((many.*here).exposedCommunication() - (many.*better).exposedCommunication())
            - ideal * ((one.*here).exposedCommunication() - (one.*better).exposedCommunication());
    };
    for (std::size_t i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        const bool comm = isCommunication(part);
        const StepReport& here = comm ? many.line_rate : many.now;
        const StepReport& there = comm ? one.line_rate : one.now;
        bars.push_back({partId(part), partLabel(part), causeOf(part), part,
            here.part(part).exposed_s - ideal * there.part(part).exposed_s, 0, 0});
        if (part != Part::data_comm)
            continue;
        bars.push_back({"protocol-efficiency", "protocol efficiency", Cause::protocol_overhead, part,
            commLost(&Networks::prompt, &Networks::line_rate), 0, 0});
        bars.push_back({"latency", "latency", Cause::protocol_overhead, part,
            commLost(&Networks::unshared, &Networks::prompt), 0, 0});
        bars.push_back({"contention", "network contention", Cause::contention, part,
            commLost(&Networks::now, &Networks::unshared), 0, 0});
    }
    return bars;
}

double lostSeconds(const std::vector<WaterfallBar>& bars)
{
    double sum = 0;
    for (const WaterfallBar& bar : bars)
        sum += bar.lost_s;
    return sum;
}

/// Distributes gains over the losses and drops invisible ones.
void settle(std::vector<WaterfallBar>& bars, double lost_s, double visible_s)
{
    std::erase_if(bars, [=](const WaterfallBar& bar) { return bar.lost_s < visible_s; });
    const double kept_s = lostSeconds(bars);
    for (WaterfallBar& bar : bars)
        bar.lost_s *= lost_s / kept_s;
}

/// The speedups between the bars.
void stack(Waterfall& w)
{
    double elapsed_s = w.ideal_s;
    double speedup = w.ideal;
    for (WaterfallBar& bar : w.bars) {
        elapsed_s += bar.lost_s;
        bar.from = speedup;
        bar.to = speedup = std::clamp(w.ideal * w.ideal_s / elapsed_s, w.predicted, speedup);
    }
    if (!w.bars.empty())
        w.bars.back().to = w.predicted;
}

/// Whether some part takes longer than in the ideal step, even if others that take less outweigh it.
bool losesAnything(const Analysis& a, double ideal_share, double visible_s)
{
    for (std::size_t i = 0; i < part_count; ++i)
        if (a.step.parts[i].exposed_s - ideal_share * a.baseline.single.parts[i].exposed_s > visible_s)
            return true;
    return false;
}

/// ", all of it to gradient synchronization", ", most of it to stragglers".
std::string mostOf(const Waterfall& w)
{
    const WaterfallBar& most = *std::ranges::max_element(w.bars, {}, &WaterfallBar::lost_s);
    const double lost_s = lostSeconds(w.bars);
    constexpr double all = 0.995;
    constexpr double half = 0.5;
    const std::string_view share = most.lost_s > all * lost_s ? ", all of it to"
        : most.lost_s > half * lost_s                         ? ", most of it to"
                                                              : "; the largest part is";
    return fmt::format("{} {}", share, most.label);
}

/// The loss compared with one replica, and the largest loss of the step where that is inside a replica.
std::string sentenceOf(const Waterfall& w, const Analysis& a, bool loses)
{
    const auto factor = [](double value) { return formatQuantity(value, Unit::factor); };
    const std::string share = formatQuantity(1 - w.ideal_s / a.step.step_s, Unit::ratio);
    const std::string scaling = !w.bars.empty() ? fmt::format("{} of the step is lost to scaling{}", share, mostOf(w))
        : loses                                 ? "what some parts lose to scaling, others gain"
                                                : "nothing is lost to scaling";
    const std::optional<PartLoss> loss = largestLoss(a.step);
    return fmt::format("{} of {}: {}. {}.", factor(w.predicted), factor(w.ideal), scaling,
        loss ? "The largest loss of the step is " + lossText(*loss) : "The step has no other loss");
}

} // namespace

Waterfall waterfall(const Analysis& a)
{
    const Scenario& s = a.scenario;
    Waterfall w;
    w.ideal = a.step.workers;
    w.predicted = a.headline.speedup;
    const double ideal_share = s.workload.scaling == Scaling::strong ? 1 / w.ideal : 1;
    w.ideal_s = ideal_share * a.baseline.single.step_s;
    const double lost_s = a.step.step_s - w.ideal_s;
    constexpr double rounding = 1e-12;
    constexpr double visible = 1e-3;
    if (lost_s > rounding * a.step.step_s)
        w.bars = losses(Networks(s, a.step, a.calibration), compared(a), ideal_share);
    settle(w.bars, lost_s, visible * lost_s);
    stack(w);
    w.sentence = sentenceOf(w, a, losesAnything(a, ideal_share, visible * a.step.step_s));
    return w;
}

std::vector<std::string_view> smallLosses(const Waterfall& w, double share)
{
    const double lost_s = lostSeconds(w.bars);
    std::vector<std::string_view> ids;
    for (const WaterfallBar& bar : w.bars)
        if (bar.lost_s < share * lost_s)
            ids.push_back(bar.id);
    return ids;
}

std::vector<std::string_view> smallLosses(std::span<const Waterfall> side_by_side, double share)
{
    const auto isIn = [](const auto& ids, std::string_view id) { return std::ranges::find(ids, id) != ids.end(); };
    std::vector<std::string_view> small;
    std::vector<std::string_view> large;
    for (const Waterfall& w : side_by_side) {
        const std::vector<std::string_view> here = smallLosses(w, share);
        for (const WaterfallBar& bar : w.bars)
            (isIn(here, bar.id) ? small : large).push_back(bar.id);
    }
    std::erase_if(small, [&](std::string_view id) { return isIn(large, id); });
    std::vector<std::string_view> once;
    std::ranges::copy_if(small, std::back_inserter(once), [&](std::string_view id) { return !isIn(once, id); });
    return once;
}

Waterfall foldedTogether(Waterfall w, std::span<const std::string_view> ids)
{
    const auto named = [&](const WaterfallBar& bar) { return std::ranges::find(ids, bar.id) != ids.end(); };
    if (std::ranges::count_if(w.bars, named) < 2)
        return w;
    WaterfallBar other{"other", "other losses", Cause::none, Part::delay, 0, 0, 0};
    for (const WaterfallBar& bar : w.bars)
        other.lost_s += named(bar) ? bar.lost_s : 0;
    std::erase_if(w.bars, named);
    w.bars.push_back(other);
    stack(w);
    return w;
}

} // namespace kneepoint
