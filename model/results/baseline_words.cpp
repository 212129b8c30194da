// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/baseline_words.h"

#include "model/analysis/knee_range.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace kneepoint {

std::string kneeRangeText(const Analysis& a)
{
    const std::optional<KneeRange> range = kneeRange(a);
    if (!range || !std::isfinite(range->low)) // a knee that slower links remove says nothing about faster ones
        return {};
    const std::string high = std::isfinite(range->high) ? words::number(range->high)
                                                        : fmt::format("over {}", words::number(a.curve.max_workers));
    return fmt::format("{} to {} with links 10 % slower or faster", words::number(range->low), high);
}

namespace {

bool isItsOwn(const Analysis& a)
{
    return a.baseline.is_own && a.step.workers > 1;
}

/// Whether the baseline is the best that its GPUs can do.
bool isBestLayout(const Analysis& a)
{
    const Baseline& b = a.baseline;
    return b.is_planned || (a.scenario.automatic.on && b.single.memory.fits());
}

std::string gpusText(double gpus)
{
    return fmt::format("{} GPU{}", words::number(gpus), gpus == 1 ? "" : "s");
}

} // namespace

std::string baselineText(const Analysis& a)
{
    if (isItsOwn(a))
        return "no smaller cluster is faster per GPU";
    const double gpus = a.baseline.scenario.cluster.gpus;
    const std::string_view layout = !isBestLayout(a) ? "this layout"
        : gpus == 1                                  ? "its best layout"
                                                     : "their best layout";
    return fmt::format("of {} in {}", gpusText(gpus), layout);
}

std::string efficiencyText(const Analysis& a)
{
    const std::string efficiency = words::percent(a.headline.efficiency);
    if (isItsOwn(a))
        return efficiency + ", the best per GPU";
    const std::string of = isBestLayout(a) ? baselineText(a) : "of " + gpusText(a.baseline.scenario.cluster.gpus);
    return fmt::format("{} {}", efficiency, of);
}

} // namespace kneepoint
