// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/baseline_words.h"

#include "model/analysis/knee_range.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {

std::string kneeRangeText(const Analysis& a)
{
    const std::optional<KneeRange> range = kneeRange(a);
    if (!range)
        return {};
    const std::string high = std::isfinite(range->high) ? words::number(range->high)
                                                        : fmt::format("over {}", words::number(a.curve.max_workers));
    return fmt::format("{} to {} with links 10 % slower or faster", words::number(range->low), high);
}

std::string aboveOneText(const Analysis& a)
{
    return aboveOneText(a, {a.step.workers, a.step, a.headline.speedup, a.headline.efficiency});
}

std::string aboveOneText(const Analysis& a, const ScalePoint& at)
{
    constexpr double rounding = 1e-6;
    if (!(at.efficiency > 1 + rounding) || !(a.single.step_s > 0))
        return {};
    const double ideal = at.step.step_s * at.efficiency / a.single.step_s;
    const auto saved = [&](std::size_t i) { return ideal * a.single.parts[i].exposed_s - at.step.parts[i].exposed_s; };
    std::size_t most = 0;
    for (std::size_t i = 1; i < part_count; ++i)
        if (saved(i) > saved(most))
            most = i;
    const auto part = static_cast<Part>(most);
    const bool comm = std::ranges::find(communication_parts, part) != communication_parts.end();
    const bool torus = comm && a.scenario.cluster.topology != Topology::switched;
    return fmt::format("above 100 %, because {} takes {} of the step less than on {}{}", partLabel(part),
        words::percent(saved(most) / at.step.step_s),
        a.reference ? "the smallest cluster that holds the job" : "one replica",
        torus ? ": a torus closes its rings as it grows" : "");
}

} // namespace kneepoint
