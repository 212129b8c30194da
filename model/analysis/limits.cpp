// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/limits.h"

#include "model/analysis/scaling.h"
#include "model/analysis/training.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"

#include <cmath>
#include <fmt/format.h>

namespace kneepoint {

using words::number;

namespace {

bool isLimited(const Assumptions& limits)
{
    return limits.deadline_s > 0 || limits.budget > 0;
}

/// The last whole worker count on the side of `inside`, between a point that meets the limits and one that does not.
template <class Keeps> double edge(double inside, double outside, const Keeps& keeps)
{
    double good = inside < outside ? std::floor(inside) : std::ceil(inside);
    double bad = inside < outside ? std::ceil(outside) : std::floor(outside);
    while (std::abs(bad - good) > 1) {
        const double middle = std::floor((good + bad) / 2);
        (keeps(middle) ? good : bad) = middle;
    }
    return good;
}

std::string rangeText(const WorkerRange& range)
{
    return range.from == range.to ? number(range.from) : fmt::format("{} … {}", number(range.from), number(range.to));
}

std::string limitNames(const Assumptions& limits)
{
    const std::string deadline =
        limits.deadline_s > 0 ? "the deadline of " + formatQuantity(limits.deadline_s, Unit::hours) : "";
    const std::string budget = limits.budget > 0 ? "the budget of " + formatQuantity(limits.budget, Unit::dollars) : "";
    return deadline + (deadline.empty() || budget.empty() ? "" : " and ") + budget;
}

/// If no K meets both limits: which K each of them would allow on its own.
std::string apart(const Analysis& a)
{
    const auto alone = [&](double Assumptions::*other) {
        Analysis relaxed = a;
        relaxed.scenario.assumptions.*other = 0;
        const auto ranges = workersWithinLimits(relaxed);
        return ranges.empty() ? std::string("no K") : "K = " + rangeText(ranges.front());
    };
    return fmt::format(
        "the deadline allows {}, the budget {}", alone(&Assumptions::budget), alone(&Assumptions::deadline_s));
}

} // namespace

LimitsMet limitsMet(const Assumptions& limits, const Training& run)
{
    LimitsMet met;
    if (limits.deadline_s > 0)
        met.deadline = run.time_s <= limits.deadline_s;
    if (limits.budget > 0)
        met.budget = run.cost <= limits.budget;
    return met;
}

std::vector<WorkerRange> workersWithinLimits(const Analysis& a)
{
    const Assumptions& limits = a.scenario.assumptions;
    const auto& points = a.curve.points;
    if (!isLimited(limits) || points.empty())
        return {};
    ScalingQuestion question(a.scenario, a.calibration, a.smaller_clusters);
    const auto keepsAt = [&](const StepReport& step) { return limitsMet(limits, training(a.scenario, step)).all(); };
    const auto keeps = [&](double k) { return keepsAt(question.at(k).step); };
    std::vector<WorkerRange> ranges;
    bool inside = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double here = points[i].workers;
        const bool now = keepsAt(points[i].step);
        if (now && !inside)
            ranges.push_back({i == 0 ? here : edge(here, points[i - 1].workers, keeps), here});
        if (!now && inside)
            ranges.back().to = edge(points[i - 1].workers, here, keeps);
        else if (now)
            ranges.back().to = std::floor(here);
        inside = now;
    }
    std::erase_if(ranges, [](const WorkerRange& range) { return range.from > range.to; });
    return ranges;
}

std::string limitsText(const Analysis& a)
{
    const Assumptions& limits = a.scenario.assumptions;
    if (!isLimited(limits))
        return {};
    const bool two = limits.deadline_s > 0 && limits.budget > 0;
    const auto ranges = workersWithinLimits(a);
    if (ranges.empty())
        return fmt::format(
            "no K meets {}{}", two ? "both " : "", limitNames(limits) + (two ? ": " + apart(a) : std::string()));
    std::string all;
    for (const WorkerRange& range : ranges)
        all += (all.empty() ? "" : ", ") + rangeText(range);
    const bool one = ranges.size() == 1 && ranges.front().from == ranges.front().to;
    return fmt::format("K = {} meet{} {}", all, one ? "s" : "", limitNames(limits));
}

} // namespace kneepoint
