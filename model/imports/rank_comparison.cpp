// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/rank_comparison.h"

#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace kneepoint {
namespace {

using Calls = std::vector<const CollectiveCall*>;

/// The calls of a timeline by the name of their group, in order.
std::map<std::string, Calls> callsByGroup(const RankTimeline& timeline)
{
    std::map<std::string, Calls> groups;
    for (const CollectiveCall& call : timeline.calls)
        groups[timeline.names[call.group]].push_back(&call);
    return groups;
}

MatchedCollective matched(
    std::span<const RankTimeline* const> timelines, const std::vector<const CollectiveCall*>& calls)
{
    MatchedCollective m;
    m.operation = timelines[0]->names[calls[0]->operation];
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = std::numeric_limits<std::int64_t>::min();
    m.pure_ns = first;
    for (std::size_t r = 0; r < calls.size(); ++r) {
        m.durations_ns.push_back(calls[r]->duration_ns);
        m.pure_ns = std::min(m.pure_ns, calls[r]->duration_ns);
        first = std::min(first, calls[r]->start_ns);
        if (calls[r]->start_ns > last) {
            last = calls[r]->start_ns;
            m.last = r;
        }
    }
    m.start_skew_ns = last - first;
    return m;
}

std::int64_t endSkew(const std::vector<const CollectiveCall*>& calls)
{
    const auto end = [](const CollectiveCall* c) { return c->start_ns + c->duration_ns; };
    const auto [low, high] = std::ranges::minmax_element(calls, {}, end);
    return end(*high) - end(*low);
}

double share(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? std::clamp(static_cast<double>(part) / static_cast<double>(whole), 0.0, 1.0) : 0;
}

std::string time(std::int64_t ns)
{
    return formatQuantity(static_cast<double>(ns) * 1e-9, Unit::seconds);
}

/// The timeline that others waited for longest.
std::size_t lateRank(const RankComparison& c, std::size_t ranks)
{
    std::vector<std::int64_t> caused(ranks, 0);
    for (const MatchedCollective& m : c.collectives)
        caused[m.last] += std::accumulate(m.durations_ns.begin(), m.durations_ns.end(), std::int64_t{0})
            - m.pure_ns * static_cast<std::int64_t>(ranks);
    return static_cast<std::size_t>(std::ranges::max_element(caused) - caused.begin());
}

/// Two traces of one rank are of two runs.
bool areDistinctRanks(std::span<const RankTimeline* const> timelines)
{
    std::set<int> ranks;
    return std::ranges::all_of(
        timelines, [&](const RankTimeline* t) { return t->rank < 0 || ranks.insert(t->rank).second; });
}

} // namespace

RankComparison compareRanks(std::span<const RankTimeline* const> timelines)
{
    RankComparison c;
    c.wait_ns.assign(timelines.size(), 0);
    std::vector<std::map<std::string, Calls>> groups;
    for (const RankTimeline* timeline : timelines)
        groups.push_back(callsByGroup(*timeline));
    std::int64_t start_skews = 0, end_skews = 0;
    for (const auto& [group, first_calls] : groups.front()) {
        std::size_t length = first_calls.size();
        for (const auto& of_rank : groups) {
            const auto found = of_rank.find(group);
            length = std::min(length, found == of_rank.end() ? 0 : found->second.size());
        }
        for (std::size_t i = 0; i < length; ++i) {
            std::vector<const CollectiveCall*> calls;
            calls.reserve(groups.size());
            for (const auto& of_rank : groups)
                calls.push_back(of_rank.at(group)[i]);
            const std::string& operation = timelines[0]->names[calls[0]->operation];
            bool same = true;
            for (std::size_t r = 1; r < calls.size(); ++r)
                same = same && timelines[r]->names[calls[r]->operation] == operation;
            if (!same)
                break; // the order differs from here on
            c.collectives.push_back(matched(timelines, calls));
            const MatchedCollective& m = c.collectives.back();
            c.pure_ns += m.pure_ns;
            for (std::size_t r = 0; r < calls.size(); ++r)
                c.wait_ns[r] += m.durations_ns[r] - m.pure_ns;
            start_skews += m.start_skew_ns;
            end_skews += endSkew(calls);
        }
    }
    c.common_clock = end_skews <= start_skews / 4;
    if (!c.common_clock) // whoever waited least arrived last
        for (MatchedCollective& m : c.collectives)
            m.last = static_cast<std::size_t>(std::ranges::min_element(m.durations_ns) - m.durations_ns.begin());
    return c;
}

std::vector<EvidenceFinding> rankFindings(std::span<const RankTimeline* const> timelines)
{
    std::vector<EvidenceFinding> findings;
    if (timelines.size() < 2 || !areDistinctRanks(timelines))
        return findings;
    const RankComparison c = compareRanks(timelines);
    const bool are_named = std::ranges::all_of(timelines, [](const RankTimeline* t) { return t->rank >= 0; });
    if (c.collectives.empty() || (!are_named && !c.common_clock)) // which may be of two runs
        return findings;
    double wait_share = 0, pure_share = 0;
    std::int64_t wait = 0;
    for (std::size_t r = 0; r < timelines.size(); ++r) {
        wait += c.wait_ns[r];
        wait_share += share(c.wait_ns[r], timelines[r]->step_ns) / static_cast<double>(timelines.size());
        pure_share += share(c.pure_ns, timelines[r]->step_ns) / static_cast<double>(timelines.size());
    }
    constexpr double notable = 0.05;
    if (wait_share > notable) {
        const std::size_t late = lateRank(c, timelines.size());
        const auto times_late =
            std::ranges::count_if(c.collectives, [&](const MatchedCollective& m) { return m.last == late; });
        const auto worst = std::ranges::max_element(c.collectives, {}, &MatchedCollective::start_skew_ns);
        findings.push_back({"straggler", wait_share,
            fmt::format("ranks wait {} each for others inside collectives, {} of the traced time; the {} collectives "
                        "take {} by themselves. Rank {} arrives last in {} of {}{}: look at its host and its work, not "
                        "at the network",
                time(wait / static_cast<std::int64_t>(timelines.size())), formatQuantity(wait_share, Unit::ratio),
                c.collectives.size(), time(c.pure_ns),
                timelines[late]->rank >= 0 ? timelines[late]->rank : static_cast<int>(late), times_late,
                c.collectives.size(),
                c.common_clock ? fmt::format(", up to {} after the first", time(worst->start_skew_ns)) : std::string()),
            "collectives of all ranks"});
    }
    if (pure_share > notable)
        findings.push_back({"exposed-communication", pure_share,
            fmt::format("collectives take {} without any waiting, {} of the traced time", time(c.pure_ns),
                formatQuantity(pure_share, Unit::ratio)),
            "collectives of all ranks"});
    return findings;
}

} // namespace kneepoint
