// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/explanation.h"
#include "model/catalogue/derive.h"

#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

void addLimits(WhyNot& why, const LayoutSpace& space)
{
    for (std::size_t i = 0; i < dimension_count; ++i) {
        const auto d = static_cast<Dimension>(i);
        if (!space.takes(d, why.layout[d]))
            why.broken.push_back({"space",
                fmt::format(
                    "the search leaves out {} {}", parameterOf(d).id, valueText(parameterOf(d), why.layout[d]))});
    }
}

void addMemory(WhyNot& why, const SearchRequest& request)
{
    const MemoryUse& memory = why.found->step.memory;
    const double room = request.memory_share * memory.capacity;
    const double needed = memory.total();
    if (needed > room)
        why.broken.push_back({"memory",
            fmt::format("needs {} per GPU; {} available, {} short", formatQuantity(needed, Unit::bytes),
                formatQuantity(room, Unit::bytes), formatQuantity(needed - room, Unit::bytes))});
}

} // namespace

WhyNot whyNot(const Scenario& job, const SearchRequest& request, const Layout& asked, const FoundLayout* best,
    const Calibration& calibration)
{
    WhyNot why;
    why.layout = asked;
    why.broken = LayoutRules(job).broken(asked);
    const bool exists = why.broken.empty();
    addLimits(why, request.space);
    if (!exists)
        return why;
    const Scenario s = inLayout(job, editOf(asked));
    const StepReport step = evaluate(s, calibration);
    why.found = FoundLayout{asked, step, request.objective.value(s, step), {}};
    addMemory(why, request);
    for (const LayoutConstraint& c : request.constraints)
        if (const double value = c.value(s, step); !c.isKept(value))
            why.broken.push_back({c.id,
                fmt::format("{} is {:.4g}, {} than {:.4g}", c.id, value, c.at_least ? "less" : "more", c.limit)});
    if (!best)
        return why;
    why.is_best = asked == best->layout;
    why.step_ratio = step.step_s / best->step.step_s;
    for (std::size_t i = 0; i < part_count; ++i)
        if (const PartDifference d{static_cast<Part>(i), step.parts[i].exposed_s, best->step.parts[i].exposed_s};
            d.more() != 0)
            why.parts.push_back(d);
    std::ranges::stable_sort(why.parts, std::ranges::greater(), &PartDifference::more);
    return why;
}

std::string whyNotText(const WhyNot& why)
{
    if (!why.broken.empty()) {
        std::string text = "Not possible: ";
        for (const BrokenRule& rule : why.broken)
            text += (text.ends_with(": ") ? "" : "; ") + rule.sentence;
        return text + ".";
    }
    if (why.is_best)
        return "This is the best layout.";
    if (why.parts.empty() || why.step_ratio == 1)
        return "As fast as the best layout.";
    const bool slower = why.step_ratio > 1;
    const PartDifference& most = slower ? why.parts.front() : why.parts.back();
    return fmt::format("{:.1f} % {}; the largest difference is {}: {} against {}.", 100 * std::abs(why.step_ratio - 1),
        slower ? "slower" : "faster, but worse by the objective", partLabel(most.part),
        formatQuantity(most.seconds, Unit::seconds), formatQuantity(most.best_seconds, Unit::seconds));
}

Layout completed(const Scenario& job, const Layout& start, const Edit& named)
{
    Layout l = start;
    const auto isNamed = [&](Dimension d) {
        return std::ranges::any_of(named, [&](const Setting& x) { return x.parameter == &parameterOf(d); });
    };
    for (const Setting& setting : named)
        if (const Dimension* d = findDimension(setting.parameter->id))
            l[*d] = setting.value;
    if (l[Dimension::pipeline] <= 1 && !isNamed(Dimension::virtual_stages))
        l[Dimension::virtual_stages] = 1;
    const LayoutRules rules(job);
    if (!isNamed(Dimension::schedule))
        l[Dimension::schedule] =
            static_cast<double>(l[Dimension::pipeline] > 1 ? rules.usualSchedule(l[Dimension::virtual_stages])
                                                           : PipelineSchedule::one_f_one_b);
    if (l[Dimension::tensor] <= 1 && !isNamed(Dimension::sequence))
        l[Dimension::sequence] = 0;
    if (!isNamed(Dimension::accumulation))
        l[Dimension::accumulation] = rules.accumulation(l[Dimension::micro_batch], rules.gpus() / l.replicaGpus());
    return l;
}

} // namespace kneepoint
