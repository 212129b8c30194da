// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/diagnosis.h"
#include "model/lesson/lesson.h"
#include "model/scenario/scenario.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

namespace kneepoint {
namespace {

/// A placeholder: "metric:step_s @ fp8" is kind, name and variant.
struct Placeholder {
    std::string_view kind, name, variant;
};

Placeholder parsed(std::string_view text)
{
    Placeholder p;
    if (const auto at = text.find('@'); at != std::string_view::npos) {
        p.variant = trimmed(text.substr(at + 1));
        text = text.substr(0, at);
    }
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        p.kind = trimmed(text.substr(0, colon));
        text.remove_prefix(colon + 1);
    }
    p.name = trimmed(text);
    return p;
}

Result<Scenario> scenarioOf(const LessonStep& step, const Placeholder& p)
{
    if (p.variant.empty())
        return step.scenario;
    const auto found = step.variants.find(p.variant);
    if (found == step.variants.end())
        return failure(fmt::format("there is no variant \"{}\"", excerpt(p.variant)));
    return found->second;
}

Result<std::string> numberText(const LessonStep& step, const Placeholder& p, bool working)
{
    const auto found = step.numbers.find(p.name);
    if (found == step.numbers.end())
        return failure(fmt::format(R"(there is no number named "{}"; define it under "numbers")", excerpt(p.name)));
    const auto value = valueOf(found->second);
    if (!value)
        return tl::unexpected(value.error());
    return working ? workingOf(found->second) : textOf(found->second);
}

Result<std::string> metricText(const Placeholder& p, const Scenario& s)
{
    ComputedNumber q;
    q.metric = findMetric(p.name);
    if (!q.metric)
        return failure(fmt::format("there is no figure \"{}\"", excerpt(p.name)));
    q.scenario = s;
    const auto value = valueOf(q);
    if (!value)
        return tl::unexpected(value.error());
    return textOf(q);
}

/// The value of a figure or a parameter.
Result<double> plainValue(std::string_view id, const Scenario& s)
{
    if (const Parameter* p = findParameter(id); p && p->isNumber())
        return p->get(s);
    ComputedNumber q;
    q.metric = findMetric(id);
    if (!q.metric)
        return failure(fmt::format("there is no figure or number \"{}\"", excerpt(id)));
    q.scenario = s;
    return valueOf(q);
}

/// "1.37×" of γ: how many times one thing is another.
Result<std::string> timesText(const Placeholder& p, const Scenario& s)
{
    const Result<double> value = plainValue(p.name, s);
    if (!value)
        return tl::unexpected(value.error());
    return formatQuantity(*value, Unit::factor);
}

/// "1 example", "16 examples".
Result<std::string> countText(const Placeholder& p, const Scenario& s)
{
    const auto space = p.name.find(' ');
    if (space == std::string_view::npos)
        return failure("a count needs the word for one of them: {count:workload.batch_per_gpu example}");
    const Result<double> value = plainValue(p.name.substr(0, space), s);
    if (!value)
        return tl::unexpected(value.error());
    return fmt::format(
        "{} {}{}", formatQuantity(*value, Unit::none), trimmed(p.name.substr(space)), *value == 1 ? "" : "s");
}

Result<std::string> parameterText(const Placeholder& p, const Scenario& s)
{
    const Parameter* found = findParameter(p.name);
    if (!found)
        return failure(fmt::format("there is no parameter \"{}\"", excerpt(p.name)));
    return briefText(*found, found->get(s));
}

std::string causeText(const Scenario& s)
{
    const Diagnosis d = diagnose(analyze(s));
    return std::string(d.causes.empty() ? "nothing worth naming" : causeLabel(d.causes.front().cause));
}

Result<std::string> filled(const LessonStep& step, std::string_view text)
{
    const Placeholder p = parsed(text);
    const Result<Scenario> s = scenarioOf(step, p);
    if (!s)
        return tl::unexpected(s.error());
    if (p.kind == "metric")
        return metricText(p, *s);
    if (p.kind == "parameter")
        return parameterText(p, *s);
    if (p.kind == "times")
        return timesText(p, *s);
    if (p.kind == "count")
        return countText(p, *s);
    if (p.kind.empty() && p.name == "cause")
        return causeText(*s);
    if (p.kind.empty() || p.kind == "working")
        return numberText(step, p, !p.kind.empty());
    return failure(
        fmt::format("\"{}\" is not a kind of placeholder (metric, parameter, times, count, working)", excerpt(p.kind)));
}

} // namespace

Result<std::string> filledText(const LessonStep& step, std::string_view text)
{
    std::string out;
    for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
        const auto close = text.find('}', open);
        if (close == std::string_view::npos)
            return failure("a placeholder starts with { but is never closed");
        const auto part = filled(step, text.substr(open + 1, close - open - 1));
        if (!part)
            return failure(fmt::format("{}: {}", excerpt(text.substr(open, close - open + 1)), part.error().message));
        out += text.substr(0, open);
        out += *part;
        text.remove_prefix(close + 1);
    }
    return out + std::string(text);
}

} // namespace kneepoint
