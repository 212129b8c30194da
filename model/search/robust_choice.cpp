// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/robust_choice.h"

#include "model/scenario/scenario.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

namespace kneepoint {
namespace {

constexpr double usual_chunks = 8;

/// The simplest layout within a step time and a share of the memory.
SearchAnswer simplest(
    const Scenario& job, SearchRequest request, double longest_s, double memory_share, const Calibration& calibration)
{
    request.longest_step_s = longest_s;
    request.memory_share = std::min(request.memory_share, memory_share);
    request.top = 1;
    request.pareto.clear();
    request.progress = {};
    request.objective = {
        [&job](const Scenario& s, const StepReport&) { return complexity(job, layoutOf(s)); }, false, false};
    return searchLayouts(job, request, calibration);
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

RobustChoice robustChoice(const Scenario& job, const SearchRequest& request, const FoundLayout& best, double noise,
    double headroom, const Calibration& calibration)
{
    const double longest_s = best.step.step_s * (1 + noise);
    SearchRequest near = request;
    if (request.objective.in_seconds)
        near.constraints.push_back({"objective", request.objective.value, best.value * (1 + noise)});
    SearchAnswer answer = simplest(job, near, longest_s, 1 - headroom, calibration);
    if (answer.top.empty())
        answer = simplest(job, near, longest_s, 1, calibration);
    const FoundLayout& found = answer.top.empty() ? best : answer.top.front();
    const MemoryUse& memory = found.step.memory;
    return {found, found.step.step_s / best.step.step_s - 1, 1 - memory.total() / memory.capacity,
        found.layout == best.layout};
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

RobustChoice practicedChoice(const Scenario& job, const SearchRequest& request, const FoundLayout& best,
    const Calibration& calibration, double noise)
{
    for (LayoutSpace& part : std::array{usualPart(job, request.space), roundBatches(job, request.space)}) {
        SearchRequest usual = request;
        usual.space = std::move(part);
        usual.top = 1;
        usual.pareto.clear();
        usual.progress = {};
        SearchRequest near = usual;
        near.longest_step_s = best.step.step_s * (1 + rare_noise);
        if (request.objective.in_seconds)
            near.constraints.push_back({"objective", request.objective.value, best.value * (1 + rare_noise)});
        const SearchAnswer found = searchLayouts(job, near, calibration);
        if (found.top.empty())
            continue;
        RobustChoice choice = robustChoice(job, usual, found.top.front(), noise, robust_headroom, calibration);
        choice.slower = choice.found.step.step_s / best.step.step_s - 1;
        choice.is_best = choice.found.layout == best.layout;
        return choice;
    }
    return robustChoice(job, request, best, noise, robust_headroom, calibration);
}

} // namespace kneepoint
