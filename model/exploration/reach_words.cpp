// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/exploration/reach_words.h"

#include <fmt/format.h>

#include <cmath>

namespace kneepoint {
namespace {

/// "5 s"; the knee in GPUs has no unit.
std::string amountText(const ReachTarget& t)
{
    return formatQuantity(t.value, t.metric ? t.metric->unit : Unit::none);
}

/// "3 single changes reach a knee at 1000 GPUs or beyond".
std::string countText(const Reached& reached)
{
    return fmt::format("{} {} {}", reached.ways.size(),
        reached.ways.size() == 1 ? "single change reaches" : "single changes reach", targetText(reached.target));
}

} // namespace

Result<ReachTarget> parseTarget(std::string_view text)
{
    if (text == "fits")
        return ReachTarget{ReachTarget::Kind::fits, nullptr, 0};
    const std::size_t equals = text.find('=');
    const std::string_view id = text.substr(0, equals);
    const bool gpus = id == "knee_gpus";
    const Metric* m = gpus ? nullptr : findMetric(id);
    if (equals == std::string_view::npos || (!gpus && (!m || m->better == Better::neither)))
        return tl::unexpected(Error{fmt::format("\"{}\" is no target: \"fits\", \"knee_gpus=1000\", or a figure that "
                                                "can be better or worse, such as \"step_s=5 s\" or \"efficiency=80 %\"",
            text)});
    const Result<double> value = parseQuantity(text.substr(equals + 1), m ? m->unit : Unit::none);
    if (!value)
        return tl::unexpected(value.error());
    return ReachTarget{gpus ? ReachTarget::Kind::knee_gpus : ReachTarget::Kind::figure, m, *value};
}

std::string targetId(const ReachTarget& t)
{
    if (t.kind == ReachTarget::Kind::fits)
        return "fits";
    return fmt::format("{}={}", t.metric ? t.metric->id : "knee_gpus", amountText(t));
}

std::string limitText(const ReachTarget& t)
{
    if (t.kind == ReachTarget::Kind::fits)
        return {};
    return fmt::format("{} {}", lowerIsBetter(t) ? "≤" : "≥", shortFigureText(t, t.value));
}

std::string targetText(const ReachTarget& t)
{
    if (t.kind == ReachTarget::Kind::fits)
        return "the job in memory";
    if (!t.metric)
        return fmt::format("a knee at {} GPUs or beyond", amountText(t));
    return fmt::format("{} of at {} {}", t.metric->label, lowerIsBetter(t) ? "most" : "least", amountText(t));
}

std::string figureText(const ReachTarget& t, double figure)
{
    const bool fits = t.kind == ReachTarget::Kind::fits;
    if (!fits && std::isinf(figure))
        return "no knee on the curve";
    return fmt::format("{} {}", fits ? "needs" : t.metric ? t.metric->label : "knee at", shortFigureText(t, figure));
}

std::string shortFigureText(const ReachTarget& t, double figure)
{
    if (t.kind == ReachTarget::Kind::fits)
        return fmt::format("{} of the memory", formatQuantity(figure, Unit::ratio));
    if (std::isinf(figure))
        return "beyond the curve";
    return t.metric ? valueText(*t.metric, figure)
                    : fmt::format("{} GPUs", formatQuantity(std::round(figure), Unit::none));
}

std::string wayText(const Way& way, const Scenario& s)
{
    const Parameter& p = *way.setting().parameter;
    return fmt::format("{} {} → {}", p.label, briefText(p, p.get(s)), briefText(p, way.setting().value));
}

std::string reachSentence(const Reached& reached, const Scenario& s)
{
    const std::string wanted = targetText(reached.target);
    const std::string here = figureText(reached.target, reached.here);
    if (reached.already)
        return fmt::format("The job is already there: {}.", here);
    if (!reached.ways.empty())
        return fmt::format("{}; nearest: {}. Now {}.", countText(reached), wayText(reached.ways.front(), s), here);
    if (!reached.nearest_miss)
        return fmt::format("No single change reaches {}. Now {}.", wanted, here);
    return fmt::format("No single change reaches {}. Now {}; {} comes closest: {}.", wanted, here,
        wayText(*reached.nearest_miss, s), figureText(reached.target, reached.nearest_miss->figure));
}

std::string answerText(const Reached& reached, const Scenario& s)
{
    if (reached.ways.empty())
        return reachSentence(reached, s);
    return fmt::format("{}. Now {}.", countText(reached), figureText(reached.target, reached.here));
}

} // namespace kneepoint
