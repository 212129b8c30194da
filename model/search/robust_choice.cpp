// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/robust_choice.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// The simplest layout within a step time and a share of the memory.
SearchAnswer simplest(
    const Scenario& job, SearchRequest request, double longest_s, double memory_share, const Calibration& calibration)
{
    request.longest_step_s = longest_s;
    request.memory_share = std::min(request.memory_share, memory_share);
    request.top = 1;
    request.pareto.clear();
    request.progress = {};
    request.objective = {[](const Scenario& s, const StepReport&) { return complexity(layoutOf(s)); }, false, false};
    return searchLayouts(job, request, calibration);
}

} // namespace

double complexity(const Layout& l)
{
    double sum = 0;
    for (const Dimension d :
        {Dimension::tensor, Dimension::pipeline, Dimension::context, Dimension::expert, Dimension::virtual_stages})
        sum += std::log2(std::max(1.0, l[d]));
    for (const Dimension d : {Dimension::zero, Dimension::recompute})
        sum += l[d];
    return sum + (l[Dimension::shard_group] > 0 ? 1 : 0) + (l[Dimension::sequence] > 0 ? 0.5 : 0);
}

RobustChoice robustChoice(const Scenario& job, const SearchRequest& request, const FoundLayout& best, double noise,
    double headroom, const Calibration& calibration)
{
    const double longest_s = best.step.step_s * (1 + noise);
    SearchAnswer answer = simplest(job, request, longest_s, 1 - headroom, calibration);
    if (answer.top.empty())
        answer = simplest(job, request, longest_s, 1, calibration);
    const FoundLayout& found = answer.top.empty() ? best : answer.top.front();
    const MemoryUse& memory = found.step.memory;
    return {found, found.step.step_s / best.step.step_s - 1, 1 - memory.total() / memory.capacity,
        found.layout == best.layout};
}

} // namespace kneepoint
