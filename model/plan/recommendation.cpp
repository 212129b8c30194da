// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/recommendation.h"

#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {
namespace {

/// By how much a point's figures count as larger: a layout that is rarely run is tuned and measured less.
double rarityOf(const PlanPoint& p)
{
    return isUsual(p.scenario, p.layout) ? 0 : rare_noise;
}

/// The point with the least figure; one with a usual layout if its figure is at most rare_noise larger, as in the
/// choice of a layout: a cluster whose number of nodes does not suit the batch has layouts that are rarely run.
template <class Figure>
Recommendation practiced(
    const std::vector<const PlanPoint*>& points, Figure figure, std::string_view word, std::string_view condition)
{
    const PlanPoint& least = **std::ranges::min_element(points, {}, figure);
    const auto counted = [&](const PlanPoint* p) { return figure(p) * (1 + rarityOf(*p)); };
    const PlanPoint& best = **std::ranges::min_element(points, {}, counted);
    std::string reason = fmt::format("the {} {}", word, condition);
    if (&best != &least)
        reason = fmt::format("the {} with a usual layout, at {:.1f} % more than {} GPUs with a rare one, {}", word,
            100 * (figure(&best) / figure(&least) - 1), least.step.gpus, condition);
    return {best, std::move(reason)};
}

/// The cheapest under a deadline, the fastest under a budget, else the knee; see practiced().
Recommendation bestOf(const std::vector<const PlanPoint*>& points, const PlanLimits& limits)
{
    const auto cost = [](const PlanPoint* p) { return p->run.cost; };
    const auto time = [](const PlanPoint* p) { return p->run.time_s; };
    if (limits.deadline_s > 0)
        return practiced(points, cost, "cheapest", "that meets the limits");
    if (limits.budget > 0)
        return practiced(points, time, "fastest", "within the budget");
    std::vector<PlanPoint> values;
    values.reserve(points.size());
    for (const PlanPoint* p : points)
        values.push_back(*p);
    values = front(std::move(values));
    const std::size_t knee = *kneeOf(values);
    return {values[knee],
        knee == 0 ? "the largest; there is no knee of cost against time in this range"
                  : "the knee of cost against time"};
}

} // namespace

std::vector<PlanPoint> front(std::vector<PlanPoint> points)
{
    std::ranges::stable_sort(points, [](const PlanPoint& a, const PlanPoint& b) {
        return a.run.time_s != b.run.time_s ? a.run.time_s < b.run.time_s : a.run.cost < b.run.cost;
    });
    std::vector<PlanPoint> kept_points;
    for (PlanPoint& p : points)
        if (kept_points.empty() || p.run.cost < kept_points.back().run.cost)
            kept_points.push_back(std::move(p));
    return kept_points;
}

std::optional<std::size_t> kneeOf(const std::vector<PlanPoint>& points)
{
    if (points.empty())
        return {};
    const double cheapest = points.back().run.cost;
    const double most = cheapest > 0 ? cheapest / points.back().scenario.assumptions.efficiency_tolerance
                                     : points.front().run.cost * (1 + rare_noise); // only time counts
    std::size_t knee = points.size() - 1;
    const auto counted = [&](std::size_t i) { return points[i].run.time_s * (1 + rarityOf(points[i])); };
    for (std::size_t i = points.size(); i-- > 0;)
        if (points[i].run.cost * (1 + rarityOf(points[i])) <= most && counted(i) < counted(knee))
            knee = i;
    return knee;
}

Recommendation recommendation(const std::vector<PlanPoint>& points, const PlanLimits& limits)
{
    const auto with = [&](double chance) {
        std::vector<const PlanPoint*> found;
        for (const PlanPoint& p : points)
            if (p.keeps_limits && p.judged_chance >= chance)
                found.push_back(&p);
        return found;
    };
    const std::vector<const PlanPoint*> feasible = with(0);
    if (feasible.empty())
        return {{}, points.empty() ? "the model fits on no cluster of these GPUs" : "no cluster meets all limits"};
    const bool limited = limits.deadline_s > 0 || limits.budget > 0;
    constexpr std::string_view unknown = "; chance unknown";
    const std::string wanted = chanceText(limits.wanted_chance);
    if (const auto safe = with(limits.wanted_chance); !safe.empty()) {
        Recommendation best = bestOf(safe, limits);
        if (limited)
            best.reason += best.point->chance ? fmt::format(" with at least {} probability", wanted) : unknown;
        return best;
    }
    if (const auto even = with(even_chance); !even.empty()) {
        Recommendation best = bestOf(even, limits);
        best.reason +=
            best.point->chance ? fmt::format(" with an even chance; none does with {} probability", wanted) : unknown;
        return best;
    }
    const PlanPoint& closest =
        **std::ranges::max_element(feasible, {}, [](const PlanPoint* p) { return p->judged_chance; });
    return {closest,
        closest.chance ? "none meets the limits with an even chance; this one comes closest"
                       : fmt::format("none meets the limits with a usual campaign; this one comes closest{}", unknown)};
}

} // namespace kneepoint
