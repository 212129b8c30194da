// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/metric_objective.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace kneepoint {
namespace {

std::string searchableIds()
{
    std::string ids;
    for (const Metric* m : searchableMetrics())
        ids += fmt::format("{}{}", ids.empty() ? "" : ", ", m->id);
    return ids;
}

} // namespace

bool isSearchable(const Metric& m)
{
    return m.of_step && m.better != Better::neither;
}

std::vector<const Metric*> searchableMetrics()
{
    std::vector<const Metric*> all;
    for (const Metric& m : metrics())
        if (isSearchable(m))
            all.push_back(&m);
    return all;
}

Objective objectiveOf(const Metric& m)
{
    const bool follows = (m.better == Better::lower && m.follows_step == FollowsStep::proportionally)
        || (m.better == Better::higher && m.follows_step == FollowsStep::inversely);
    return {[of_step = m.of_step](
                const Scenario& s, const StepReport& step) { return of_step(s, step).value_or(std::nan("")); },
        m.better == Better::higher, follows};
}

Result<Objective> objectiveNamed(std::string_view id)
{
    const Metric* m = findMetric(id);
    if (!m || !isSearchable(*m))
        return failure(
            fmt::format("\"{}\" cannot be the objective of a search; choose one of: {}", id, searchableIds()));
    return objectiveOf(*m);
}

Result<LayoutConstraint> constraintNamed(std::string_view text)
{
    const auto sign = text.find_first_of("<>");
    if (sign == std::string_view::npos || sign + 1 >= text.size() || text[sign + 1] != '=')
        return failure(fmt::format("a limit must be METRIC<=VALUE or METRIC>=VALUE, not \"{}\"", text));
    const Metric* m = findMetric(text.substr(0, sign));
    if (!m || !m->of_step)
        return failure(
            fmt::format("\"{}\" is not a figure of a step; see `kneepoint eval --json`", text.substr(0, sign)));
    const std::string number(text.substr(sign + 2));
    double limit = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), limit);
    if (error != std::errc() || end != number.data() + number.size() || !std::isfinite(limit))
        return failure(fmt::format(R"("{}" is not a number, in the limit "{}")", number, text));
    return LayoutConstraint{std::string(m->id),
        [of_step = m->of_step](
            const Scenario& s, const StepReport& step) { return of_step(s, step).value_or(std::nan("")); },
        limit, text[sign] == '>'};
}

} // namespace kneepoint
