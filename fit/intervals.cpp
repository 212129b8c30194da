// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/intervals.h"

#include "model/explore/prediction_interval.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace kneepoint::fit {
namespace {

constexpr double coverage = 0.9;
constexpr std::size_t least_rows = 24;
constexpr std::size_t least_series = 3; ///< of a sort of work, to say how much its intervals must grow
constexpr double least_error = 0.02;    ///< of the logarithm: no interval is narrower on either side

struct Row {
    std::string series;
    std::vector<std::string> kinds; ///< the last but one is the sort of work
    double log_ratio = 0;           ///< of measured over predicted
    [[nodiscard]] const std::string& work() const { return kinds[kinds.size() - 2]; }
};

struct Weighted {
    double value = 0;
    double weight = 1;
};

double quantile(std::vector<Weighted> values, double q)
{
    std::ranges::sort(values, {}, &Weighted::value);
    double sum = 0;
    for (const Weighted& v : values)
        sum += v.weight;
    double passed = 0;
    for (const Weighted& v : values) {
        passed += v.weight;
        if (passed >= q * sum)
            return v.value;
    }
    return values.back().value;
}

/// Logarithms of measured over predicted.
struct Interval {
    double rows = 0, low = 0, high = 0;
};
using Intervals = std::map<std::string, Interval>;

Intervals intervalsWithout(const std::vector<Row>& rows, const std::set<std::string_view>& without)
{
    std::map<std::string, double> sizes;
    for (const Row& row : rows)
        ++sizes[row.series];
    std::map<std::string, std::vector<Weighted>> values;
    for (const Row& row : rows)
        if (!without.contains(row.series))
            for (const std::string& kind : row.kinds)
                values[kind].push_back({row.log_ratio, 1 / std::sqrt(sizes[row.series])});
    Intervals intervals;
    for (const auto& [kind, list] : values)
        if (list.size() >= least_rows)
            intervals[kind] = {static_cast<double>(list.size()),
                std::min(-least_error, quantile(list, (1 - coverage) / 2)),
                std::max(least_error, quantile(list, (1 + coverage) / 2))};
    return intervals;
}

/// The factor that an interval must grow by to contain the row.
double neededGrowth(const Row& row, const Intervals& intervals)
{
    const Interval* narrowest = nullptr;
    for (const std::string& kind : row.kinds)
        if (const auto found = intervals.find(kind); found != intervals.end())
            if (!narrowest || found->second.high - found->second.low < narrowest->high - narrowest->low)
                narrowest = &found->second;
    if (!narrowest)
        return 1;
    return row.log_ratio / (row.log_ratio < 0 ? narrowest->low : narrowest->high);
}

/// Growth by sort of work, and of everything under "all".
std::map<std::string, double> growthWithout(const std::vector<Row>& rows, std::string_view without)
{
    std::map<std::string, Intervals> learned;
    std::map<std::string, std::vector<Weighted>> needed;
    std::map<std::string, std::set<std::string>> series;
    for (const Row& row : rows) {
        if (row.series == without)
            continue;
        const auto [found, fresh] = learned.try_emplace(row.series);
        if (fresh)
            found->second = intervalsWithout(rows, {row.series, without});
        const double growth = neededGrowth(row, found->second);
        series[row.work()].insert(row.series);
        needed[row.work()].push_back({growth});
        needed["all"].push_back({growth});
    }
    std::map<std::string, double> growth;
    for (const auto& [work, values] : needed)
        growth[work] = quantile(series[work].size() < least_series ? needed["all"] : values, coverage);
    return growth;
}

} // namespace

std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without)
{
    std::vector<Row> rows;
    for (const LeftOut& e : errors)
        rows.push_back({e.run->series, kindsOf(e.run->candidates.front(), e.run->family),
            std::log(e.run->step_s / e.predicted_s)});
    const std::map<std::string, double> growth = growthWithout(rows, without);
    std::vector<ErrorKind> kinds;
    for (const auto& [kind, interval] : intervalsWithout(rows, {without})) {
        const auto found = growth.find(kind.substr(0, kind.find('/')));
        const double factor = found == growth.end() ? 1 : found->second;
        kinds.push_back({kind, interval.rows, std::exp(factor * interval.low), std::exp(factor * interval.high)});
    }
    return kinds;
}

} // namespace kneepoint::fit
