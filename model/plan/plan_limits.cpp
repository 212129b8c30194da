// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/plan_limits.h"

#include "model/plan/plan_chances.h"
#include "model/search/auto_plan.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {
namespace {

bool within(double value, double limit)
{
    return limit <= 0 || value <= limit;
}

void lower(std::optional<double>& least, double value)
{
    least = std::min(least.value_or(value), value);
}

} // namespace

Result<void> checkChance(double wanted_chance)
{
    if (wanted_chance >= even_chance && wanted_chance <= most_chance)
        return {};
    return failure(fmt::format("chance must be from {} to {}, not {}", chanceText(even_chance), chanceText(most_chance),
        chanceText(wanted_chance)));
}

KeptLimits kept(const PlanPoint& p, const PlanLimits& limits)
{
    return {within(p.run.time_s, limits.deadline_s), within(p.run.cost, limits.budget),
        within(p.power_w, limits.power_w), p.scenario.cluster.gpus <= limits.max_gpus};
}

PlanRelaxation safeLimits(const std::vector<PlanPoint>& points, const PlanLimits& limits, const Campaign& campaign)
{
    PlanRelaxation safe;
    for (const PlanPoint& p : points) {
        const std::optional<double> factor = factorFor(p, limits.wanted_chance, campaign);
        if (!kept(p, limits).power || !p.spread || !factor)
            continue;
        const double most = *factor;
        if (limits.deadline_s > 0 && within(most * p.run.cost, limits.budget))
            lower(safe.deadline_s, most * p.run.time_s);
        if (limits.budget > 0 && within(most * p.run.time_s, limits.deadline_s))
            lower(safe.budget, most * p.run.cost);
    }
    return safe;
}

PlanRelaxation relaxation(const std::vector<PlanPoint>& points, const PlanLimits& limits, const Campaign& campaign)
{
    PlanRelaxation relax;
    for (const PlanPoint& p : points) {
        const std::optional<double> factor = factorFor(p, even_chance, campaign);
        if (!factor)
            continue;
        const double time_s = *factor * p.run.time_s;
        const double cost = *factor * p.run.cost;
        KeptLimits k = kept(p, limits);
        k.deadline = within(time_s, limits.deadline_s);
        k.budget = within(cost, limits.budget);
        if (limits.deadline_s > 0 && k.budget && k.power && k.gpus)
            lower(relax.deadline_s, time_s);
        if (limits.budget > 0 && k.deadline && k.power && k.gpus)
            lower(relax.budget, cost);
        if (limits.power_w > 0 && k.deadline && k.budget && k.gpus)
            lower(relax.power_w, p.power_w);
        if (k.deadline && k.budget && k.power)
            lower(relax.gpus, p.scenario.cluster.gpus);
    }
    return relax;
}

} // namespace kneepoint
