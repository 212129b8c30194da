// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/intervals.h"

#include "model/analysis/prediction_interval.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace kneepoint::fit {
namespace {

constexpr double coverage = 0.9;
constexpr double least_error = 0.02; ///< of the logarithm: no interval is narrower on either side

struct Row {
    std::string_view series;
    RunKind kind;
    double error = 0;  ///< size of the logarithm of measured over predicted, over the prediction's uncertainty
    double weight = 1; ///< the more runs a series has, the less each says
};

std::vector<Row> rowsOf(const std::vector<LeftOut>& errors)
{
    std::map<std::string_view, double> sizes;
    for (const LeftOut& e : errors)
        ++sizes[e.run->series];
    std::vector<Row> rows;
    rows.reserve(errors.size());
    for (const LeftOut& e : errors)
        rows.push_back({e.run->series, kindOf(e.run->candidates.front(), e.run->family, e.run->stack_known),
            std::abs(std::log(e.run->step_s / e.predicted.step_s)) / uncertainty(e.predicted),
            1 / std::sqrt(sizes[e.run->series])});
    std::ranges::sort(rows, {}, &Row::error);
    return rows;
}

void addOnce(std::vector<RunKind>& kinds, const RunKind& kind)
{
    if (std::ranges::find(kinds, kind) == kinds.end())
        kinds.push_back(kind);
}

std::vector<RunKind> allKinds()
{
    using Work = RunKind::Work;
    using Size = RunKind::Size;
    std::vector<RunKind> kinds;
    for (const Work work : {Work::dense, Work::mixture, Work::scaling})
        for (int generation = RunKind::not_measured; generation < RunKind::generations; ++generation)
            for (const Size size : {Size::node, Size::cluster, Size::large})
                for (const bool known : {true, false})
                    kinds.push_back({work, generation, size, known});
    return kinds;
}

/// `rows` by size of error.
ErrorKind learn(const RunKind& kind, const std::vector<Row>& rows, std::string_view without)
{
    const auto weightOf = [&](const Row& row) {
        return row.series == without ? 0 : row.weight * likeness(row.kind, kind);
    };
    double sum = 0, of_kind = 0;
    for (const Row& row : rows) {
        sum += weightOf(row);
        of_kind += row.series != without && row.kind == kind ? 1 : 0;
    }
    double passed = 0, half_width = 0;
    for (const Row& row : rows) {
        passed += weightOf(row);
        half_width = row.error;
        if (passed >= coverage * sum)
            break;
    }
    half_width = std::max(least_error, half_width);
    return {kindId(kind), of_kind, std::exp(-half_width), std::exp(half_width)};
}

} // namespace

std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without)
{
    const std::vector<Row> rows = rowsOf(errors);
    std::vector<RunKind> asked;
    for (const Row& row : rows)
        if (row.series == without)
            addOnce(asked, row.kind);
    std::vector<ErrorKind> kinds;
    for (const RunKind& kind : without.empty() ? allKinds() : asked)
        kinds.push_back(learn(kind, rows, without));
    return kinds;
}

} // namespace kneepoint::fit
