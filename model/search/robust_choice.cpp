// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/robust_choice.h"

#include "model/catalogue/derive.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

namespace kneepoint {
namespace {

constexpr double usual_chunks = 8;

/// The layouts that are worse than a given one by at most `noise`: by their step, and by an objective in seconds.
std::vector<RankedLayout> notMuchWorse(
    const std::vector<RankedLayout>& layouts, const Objective& objective, const RankedLayout& than, double noise)
{
    std::vector<RankedLayout> some;
    std::ranges::copy_if(layouts, std::back_inserter(some), [&](const RankedLayout& l) {
        return l.step_s <= than.step_s * (1 + noise) && (!objective.in_seconds || l.value <= than.value * (1 + noise));
    });
    return some;
}

std::optional<RankedLayout> first(
    const Scenario& job, const std::vector<RankedLayout>& layouts, const Objective& objective)
{
    const auto before = [&](const RankedLayout& a, const RankedLayout& b) { return isBefore(job, a, b, objective); };
    const auto found = std::ranges::min_element(layouts, before);
    return found == layouts.end() ? std::nullopt : std::optional(*found);
}

/// The simplest layout within a share of the memory; its value is its complexity.
std::optional<RankedLayout> simplest(const Scenario& job, std::vector<RankedLayout> layouts, double memory_share)
{
    std::erase_if(
        layouts, [&](const RankedLayout& l) { return l.memory_bytes > memory_share * job.cluster.memory_bytes; });
    for (RankedLayout& l : layouts)
        l.value = complexity(job, l.layout);
    return first(job, layouts, {});
}

bool isPowerOfTwo(double value)
{
    return value >= 1 && std::exp2(std::round(std::log2(value))) == value;
}

/// 2^k or 3·2^k.
bool isRound(double value)
{
    return isPowerOfTwo(value) || isPowerOfTwo(value / 3);
}

/// Limits a free dimension to the candidates taken, if there are any.
void keepOnly(LayoutSpace& space, const Candidates& candidates, Dimension d, const std::function<bool(double)>& isTaken)
{
    std::vector<double> taken;
    std::ranges::copy_if(candidates.of(d), std::back_inserter(taken), isTaken);
    if (space.isFree(d) && !taken.empty())
        space.limit(d, std::move(taken));
}

/// The space with micro-batches of 2^k and 3·2^k examples.
LayoutSpace roundBatches(const Scenario& job, LayoutSpace space)
{
    const Candidates candidates = candidatesOf(LayoutRules(job), space);
    keepOnly(space, candidates, Dimension::micro_batch, isRound);
    return space;
}

bool contains(const LayoutSpace& space, const Layout& layout)
{
    for (std::size_t i = 0; i < dimension_count; ++i)
        if (const auto d = static_cast<Dimension>(i); !space.takes(d, layout[d]))
            return false;
    return true;
}

/// With its step and its value, which a search computed before.
FoundLayout foundAgain(
    const Scenario& job, const Layout& layout, const Objective& objective, const Calibration& calibration)
{
    const Scenario s = inLayout(job, editOf(layout));
    const StepReport step = evaluate(s, calibration);
    return {layout, step, objective.value(s, step), {}};
}

/// Whether every GPU of a mixture usually holds only some of the experts: where the software splits them, and no ZeRO-3
/// shards them. All 109 published layouts of mixtures on GPUs in presets/measurements do.
bool splitsExperts(const Scenario& job)
{
    const SoftwareLimits software = softwareLimits(job);
    return job.workload.kind == ModelKind::transformer && job.workload.experts > 1 && software.expert
        && !software.zero.back();
}

/// What is rarely run, in kinds of parallelism.
double rareness(const Scenario& job, const Layout& l)
{
    const auto rare = [](bool is, double weight) { return is ? weight : 0; };
    const double node = std::max(1.0, job.cluster.gpus_per_node);
    double sum = rare(l[Dimension::context] > 1 && job.workload.sequence_length <= long_sequence, 2)
        + rare(l[Dimension::tensor] > node, 2) + rare(l[Dimension::expert] > node, 2)
        + rare(l[Dimension::expert] == 1 && job.cluster.gpus > 1 && splitsExperts(job), 2)
        + rare(l[Dimension::virtual_stages] > usual_chunks, 2) + rare(!isPowerOfTwo(l[Dimension::pipeline]), 0.5);
    for (const Dimension d : {Dimension::tensor, Dimension::context, Dimension::expert, Dimension::micro_batch})
        sum += rare(!isPowerOfTwo(l[d]), 2);
    return sum;
}

} // namespace

double complexity(const Scenario& job, const Layout& l)
{
    constexpr double per_doubling = 0.1;
    constexpr double split_backward = 0.5;                // does not go with all kinds of recomputation and compilation
    constexpr std::array zero_stages{0.0, 0.0, 0.1, 0.5}; // a distributed optimizer is usual
    double sum = rareness(job, l);
    for (const Dimension d : {Dimension::tensor, Dimension::pipeline, Dimension::context, Dimension::expert})
        sum += l[d] > 1 ? 1 + per_doubling * std::log2(l[d]) : 0;
    sum +=
        per_doubling * (std::log2(l[Dimension::virtual_stages]) + microBatchDoublings(job, l[Dimension::micro_batch]));
    sum += zero_stages[static_cast<std::size_t>(l[Dimension::zero])] + 0.25 * l[Dimension::recompute];
    if (splitsBackward(static_cast<PipelineSchedule>(static_cast<int>(l[Dimension::schedule]))))
        sum += split_backward;
    const bool all_reduced = l[Dimension::tensor] > 1 && l[Dimension::sequence] == 0;
    return sum + (l[Dimension::shard_group] > 0 ? 0.5 : 0) + (all_reduced ? 0.1 : 0);
}

RobustChoice robustChoice(const Scenario& job, const Objective& objective, const std::vector<RankedLayout>& near,
    const RankedLayout& best, double noise, double headroom, const Calibration& calibration)
{
    const std::vector<RankedLayout> some = notMuchWorse(near, objective, best, noise);
    std::optional<RankedLayout> chosen = simplest(job, some, 1 - headroom);
    if (!chosen)
        chosen = simplest(job, some, 1);
    const FoundLayout found = foundAgain(job, chosen.value_or(best).layout, objective, calibration);
    const MemoryUse& memory = found.step.memory;
    return {
        found, found.step.step_s / best.step_s - 1, 1 - memory.total() / memory.capacity, found.layout == best.layout};
}

bool isUsual(const Scenario& job, const Layout& layout)
{
    return rareness(job, layout) == 0;
}

LayoutSpace usualPart(const Scenario& job, LayoutSpace space)
{
    const double node = std::max(1.0, job.cluster.gpus_per_node);
    const bool is_long = job.workload.sequence_length > long_sequence;
    const Candidates candidates = candidatesOf(LayoutRules(job), space);
    const auto only = [&](Dimension d, auto isTaken) { keepOnly(space, candidates, d, isTaken); };
    only(Dimension::context, [&](double c) { return c == 1 || is_long; });
    const bool split_experts = splitsExperts(job);
    only(Dimension::expert, [&](double e) { return e <= node && isPowerOfTwo(e) && (e > 1 || !split_experts); });
    only(Dimension::virtual_stages, [](double v) { return v <= usual_chunks; });
    only(Dimension::micro_batch, [](double b) { return isPowerOfTwo(b); });
    return space;
}

RobustChoice practicedChoice(const Scenario& job, const SearchRequest& request, const SearchAnswer& answer,
    const Calibration& calibration, double noise)
{
    const RankedLayout best = ranked(answer.top.front());
    for (const LayoutSpace& part : std::array{usualPart(job, request.space), roundBatches(job, request.space)}) {
        std::vector<RankedLayout> usual = answer.near;
        std::erase_if(usual, [&](const RankedLayout& l) { return !contains(part, l.layout); });
        const std::optional<RankedLayout> best_usual =
            first(job, notMuchWorse(usual, request.objective, best, rare_noise), request.objective);
        if (!best_usual)
            continue;
        RobustChoice choice =
            robustChoice(job, request.objective, usual, *best_usual, noise, robust_headroom, calibration);
        choice.slower = choice.found.step.step_s / best.step_s - 1;
        choice.is_best = choice.found.layout == best.layout;
        return choice;
    }
    return robustChoice(job, request.objective, answer.near, best, noise, robust_headroom, calibration);
}

} // namespace kneepoint
