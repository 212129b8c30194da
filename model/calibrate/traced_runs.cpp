// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/traced_runs.h"

#include "model/units/statistics.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace kneepoint {
namespace {

/// The first number after the word "rank" in a text, and where its digits are.
struct RankNumber {
    std::size_t begin = 0, end = 0;
    int rank = 0;
};
std::optional<RankNumber> rankIn(std::string_view text)
{
    const std::string lower = lowered(text);
    for (std::size_t at = lower.find("rank"); at != std::string::npos; at = lower.find("rank", at + 1)) {
        std::size_t begin = at + std::string_view("rank").size();
        while (begin < lower.size() && std::string_view(" _-=.[").find(lower[begin]) != std::string_view::npos)
            ++begin;
        RankNumber number{begin, begin};
        while (number.end < lower.size() && isDigit(lower[number.end]))
            ++number.end;
        const auto read = std::from_chars(lower.data() + number.begin, lower.data() + number.end, number.rank);
        if (number.end > number.begin && read.ec == std::errc())
            return number;
    }
    return std::nullopt;
}

/// What the trace records comes first; its summary begins with it.
std::optional<int> rankOf(const KeptEvidence& trace)
{
    const auto recorded = trace.summary.starts_with("rank ") ? rankIn(trace.summary) : std::nullopt;
    const auto number = recorded ? recorded : rankIn(trace.source.name);
    return number ? std::optional(number->rank) : std::nullopt;
}

std::string withoutRank(const std::string& name)
{
    const auto number = rankIn(name);
    return number ? name.substr(0, number->begin) + name.substr(number->end) : name;
}

std::string withoutDigits(std::string name)
{
    std::erase_if(name, isDigit);
    return name;
}

double stepOf(const KeptEvidence& trace)
{
    const Measurement* step = measurementOf(trace.measurements, "step_s");
    return step ? step->value : 0;
}

bool sameSettings(const KeptEvidence& a, const KeptEvidence& b)
{
    return std::ranges::equal(a.settings, b.settings, [](const ObservedSetting& x, const ObservedSetting& y) {
        return x.parameter == y.parameter && x.value == y.value;
    });
}

bool areOfOneRun(const KeptEvidence& a, const KeptEvidence& b)
{
    const std::optional<int> first = rankOf(a), second = rankOf(b);
    if (!first || !second || *first == *second || !sameSettings(a, b))
        return false;
    if (withoutRank(a.source.name) == withoutRank(b.source.name))
        return true;
    constexpr double near = 0.1;
    const double step = stepOf(a), other = stepOf(b);
    return withoutDigits(a.source.name) == withoutDigits(b.source.name) && step > 0 && other > 0
        && std::abs(step - other) <= near * std::max(step, other);
}

} // namespace

double TracedRun::step_s() const
{
    std::vector<double> steps;
    steps.reserve(ranks.size());
    for (const KeptEvidence* rank : ranks)
        if (const double step = stepOf(*rank); step > 0)
            steps.push_back(step);
    return steps.empty() ? 0 : median(std::move(steps));
}

std::string TracedRun::name() const
{
    const std::string& first = ranks.front()->source.name;
    const std::size_t others = ranks.size() - 1;
    return others == 0 ? first : fmt::format("{} and {} other {}", first, others, others == 1 ? "rank" : "ranks");
}

std::vector<TracedRun> tracedRuns(std::span<const KeptEvidence* const> traces)
{
    std::vector<TracedRun> runs;
    for (const KeptEvidence* trace : traces) {
        const auto own = std::ranges::find_if(runs, [&](const TracedRun& run) {
            return std::ranges::all_of(run.ranks, [&](const KeptEvidence* rank) { return areOfOneRun(*rank, *trace); });
        });
        if (own == runs.end())
            runs.push_back({{trace}});
        else
            own->ranks.push_back(trace);
    }
    return runs;
}

} // namespace kneepoint
