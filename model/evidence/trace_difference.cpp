// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/trace_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace kneepoint {
namespace {

std::string labelOf(const std::string& part)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> labels{
        {{"exposed_comm", "exposed communication"}, {"memory", "memory copies"}, {"input", "waiting for input"},
            {"idle", "other idle"}}};
    const auto found =
        std::ranges::find(labels, std::string_view(part), &std::pair<std::string_view, std::string_view>::first);
    return found == labels.end() ? part : std::string(found->second);
}

bool hasSteps(const KeptEvidence& trace)
{
    return std::ranges::find(trace.measurements, "step_s", &Measurement::metric) != trace.measurements.end();
}

std::vector<TracePart> partsOf(const KeptEvidence& a, const KeptEvidence& b)
{
    std::vector<TracePart> parts;
    const auto add = [&](const StepPart& part, double TracePart::*seconds) {
        auto found = std::ranges::find(parts, part.part, &TracePart::part);
        if (found == parts.end())
            found = parts.insert(parts.end(), TracePart{part.part, labelOf(part.part)});
        (*found).*seconds += part.seconds;
    };
    for (const StepPart& part : a.breakdown)
        add(part, &TracePart::a_s);
    for (const StepPart& part : b.breakdown)
        add(part, &TracePart::b_s);
    return parts;
}

/// "b.json takes 12 ms less per step than a.json (−12 %): compute −21 ms, other idle +9 ms"
std::string sentenceOf(const TraceDifference& d, bool steps)
{
    const double change = d.total.difference_s();
    const std::string_view per = steps ? " per step" : " in all";
    constexpr double notable = 0.005; // of the longer one
    const double least = notable * std::max(d.total.a_s, d.total.b_s);
    std::string text = std::abs(change) <= least
        ? fmt::format("{} takes as long{} as {}, within {}", d.b, per, d.a, formatQuantity(notable, Unit::ratio))
        : fmt::format("{} takes {} {}{} than {} ({}{})", d.b, formatQuantity(std::abs(change), Unit::seconds),
            change > 0 ? "more" : "less", per, d.a, change > 0 ? "+" : "−",
            formatQuantity(std::abs(change) / d.total.a_s, Unit::ratio));
    std::vector<const TracePart*> changed;
    for (const TracePart& part : d.parts)
        if (std::abs(part.difference_s()) > least)
            changed.push_back(&part);
    std::ranges::stable_sort(
        changed, std::greater(), [](const TracePart* part) { return std::abs(part->difference_s()); });
    for (std::size_t i = 0; i < changed.size(); ++i)
        text +=
            fmt::format("{}{} {}", i == 0 ? ": " : ", ", changed[i]->label, signedSeconds(changed[i]->difference_s()));
    return text;
}

} // namespace

std::string signedSeconds(double seconds)
{
    if (seconds == 0)
        return formatQuantity(0, Unit::seconds);
    return (seconds < 0 ? "−" : "+") + formatQuantity(std::abs(seconds), Unit::seconds);
}

std::optional<TraceDifference> traceDifference(std::span<const KeptEvidence> files)
{
    std::vector<const KeptEvidence*> traces;
    for (const KeptEvidence& file : files)
        if (file.used && file.kind == "trace" && !file.breakdown.empty())
            traces.push_back(&file);
    if (traces.size() != 2)
        return std::nullopt;
    const KeptEvidence &a = *traces[0], &b = *traces[1];
    TraceDifference d{.a = a.source.name, .b = b.source.name, .parts = {}, .total = {}, .sentence = {}};
    if (hasSteps(a) != hasSteps(b)) {
        d.sentence = fmt::format("{} has no steps, so it is not compared with a step of {}", hasSteps(a) ? d.b : d.a,
            hasSteps(a) ? d.a : d.b);
        return d;
    }
    d.parts = partsOf(a, b);
    d.total = {"total", hasSteps(a) ? "step" : "whole trace"};
    for (const TracePart& part : d.parts) {
        d.total.a_s += part.a_s;
        d.total.b_s += part.b_s;
    }
    if (d.total.a_s > 0 && d.total.b_s > 0)
        d.sentence = sentenceOf(d, hasSteps(a));
    else
        d = {.a = d.a, .b = d.b, .parts = {}, .total = {}, .sentence = "one of the two traces has no time"};
    return d;
}

} // namespace kneepoint
