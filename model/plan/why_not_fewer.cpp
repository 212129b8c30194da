// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/why_not_fewer.h"

#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/units/units.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

std::string text(double value, Unit unit)
{
    return formatQuantity(value, unit);
}

/// "512 GPUs take 42.1 days, 12.1 days over the deadline": the limits that it breaks by its predicted values.
std::string brokenText(const PlanPoint& p, const PlanLimits& limits)
{
    const KeptLimits k = kept(p, limits);
    std::string broken;
    const auto add = [&broken](const std::string& words) { broken += (broken.empty() ? "" : ", and ") + words; };
    if (!k.deadline)
        add(fmt::format("take {}, {} over the deadline", text(p.run.time_s, Unit::hours),
            text(p.run.time_s - limits.deadline_s, Unit::hours)));
    if (!k.budget)
        add(fmt::format("cost {}, {} over the budget", text(p.run.cost, Unit::dollars),
            text(p.run.cost - limits.budget, Unit::dollars)));
    if (!k.power)
        add(fmt::format(
            "draw {}, {} over the limit", text(p.power_w, Unit::watts), text(p.power_w - limits.power_w, Unit::watts)));
    return broken;
}

/// Time and money beside those of the recommendation: "take 42.1 days instead of 21.7 days and cost 2 % less".
std::string tradeText(const PlanPoint& fewer, const PlanPoint& best)
{
    const double dearer = best.run.cost > 0 ? fewer.run.cost / best.run.cost - 1 : 0;
    constexpr double equal = 0.0005;
    const std::string money = dearer > equal ? fmt::format("cost {} more", text(dearer, Unit::ratio))
        : dearer < -equal                    ? fmt::format("cost {} less", text(-dearer, Unit::ratio))
                                             : std::string("cost the same");
    return fmt::format(
        "take {} instead of {} and {}", text(fewer.run.time_s, Unit::hours), text(best.run.time_s, Unit::hours), money);
}

} // namespace

WhyNotFewer whyNotFewer(const PlanAnswer& answer, const PlanLimits& limits)
{
    if (!answer.recommended)
        return {};
    const PlanPoint& best = *answer.recommended;
    if (!answer.fewer) {
        const Cluster& c = best.scenario.cluster;
        if (c.gpus <= c.gpus_per_node)
            return {"one node", "One node is the smallest cluster that is planned."};
        return {"out of memory",
            fmt::format("On fewer than {} of these GPUs the job does not fit in memory.", text(c.gpus, Unit::none))};
    }
    const PlanPoint& fewer = *answer.fewer;
    const std::string gpus = text(fewer.scenario.cluster.gpus, Unit::none);
    WhyNotFewer why{fmt::format("{}: {}", gpus, text(fewer.run.time_s, Unit::hours)), {}};
    if (const std::string broken = brokenText(fewer, limits); !broken.empty())
        why.sentence = fmt::format("{} GPUs {}.", gpus, broken);
    else if (const double chance = fewer.chance.value_or(1);
             chance < best.chance.value_or(1) && chance < limits.wanted_chance)
        why.sentence = fmt::format("{} GPUs {}, but keep the limits with a probability of {} instead of {}.", gpus,
            tradeText(fewer, best), chanceText(chance), chanceText(best.chance.value_or(1)));
    else
        why.sentence = fmt::format("{} GPUs {}.", gpus, tradeText(fewer, best));
    return why;
}

std::string certaintyText(const PlanAnswer& answer)
{
    if (!answer.recommended || !answer.even_odds)
        return {};
    const PlanPoint& even = *answer.even_odds;
    const double gpus = even.scenario.cluster.gpus;
    return fmt::format("{} GPUs keep the limits with a probability of {}; the other {} buy certainty. A step measured "
                       "on this cluster narrows the interval, and may spare them.",
        text(gpus, Unit::none), chanceText(even.chance.value_or(1)),
        text(answer.recommended->scenario.cluster.gpus - gpus, Unit::none));
}

} // namespace kneepoint
