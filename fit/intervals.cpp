// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/intervals.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

namespace kneepoint::fit {
namespace {

constexpr double coverage = 0.9;

struct Row {
    std::string_view source;
    RunKind kind;
    double error = 0;  ///< sizeOf()
    double weight = 1; ///< an equal share for each run of a source, times its spread: see rowsOf()
};

/// The least number of spreads whose interval contains the run: the logarithm of measured over predicted, less what the
/// source leaves open, over the spread.
double sizeOf(const LeftOut& e)
{
    const double off = std::log(e.run->step_s / e.predicted.step_s);
    return std::sqrt(std::max(0.0, off * off - std::pow(interval_sigmas * e.unstated, 2))) / e.spread;
}

/// The number of spreads n minimizes the mean interval score, 2·n·spread + 20·(what lies outside): a run outside takes
/// part with its spread, so a tenth of all spreads, and not of all runs, is outside (Gneiting and Raftery 2007, section
/// 6.2).
std::vector<Row> rowsOf(const std::vector<LeftOut>& errors)
{
    std::map<std::pair<std::string_view, Basis>, double> sizes;
    for (const LeftOut& e : errors)
        ++sizes[{e.run->group, e.basis}];
    std::vector<Row> rows;
    rows.reserve(errors.size());
    for (const LeftOut& e : errors)
        rows.push_back(
            {e.run->group, kindOf(e.scenario, e.basis), sizeOf(e), e.spread / sizes[{e.run->group, e.basis}]});
    std::ranges::sort(rows, {}, &Row::error);
    return rows;
}

std::vector<RunKind> allKinds()
{
    using Work = RunKind::Work;
    using Size = RunKind::Size;
    std::vector<RunKind> kinds;
    for (const Work work : {Work::dense, Work::long_context, Work::mixture, Work::scaling})
        for (const Basis basis : {Basis::calibrated, Basis::measured, Basis::similar, Basis::none})
            for (const Size size : {Size::node, Size::cluster, Size::large})
                kinds.push_back({work, basis, size});
    return kinds;
}

/// What the half-width of a 90 % interval is multiplied by for one more source, if it was learned from n: of a normal
/// distribution whose center and scatter are known from n sources only (Student's t, by Cornish and Fisher's expansion,
/// Abramowitz and Stegun 26.7.5).
double wideningFor(double sources)
{
    constexpr double z = interval_sigmas;
    const double freedom = std::max(1.0, sources - 1);
    const double student = z + (std::pow(z, 3) + z) / (4 * freedom)
        + (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * freedom * freedom);
    return student / z * std::sqrt(1 + 1 / std::max(1.0, sources));
}

/// `rows` by size of error.
ErrorKind learn(const RunKind& kind, const std::vector<Row>& rows, std::string_view without)
{
    const auto weightOf = [&](const Row& row) {
        return row.source == without ? 0 : row.weight * likeness(row.kind, kind);
    };
    double sum = 0, alike = 0;
    std::set<std::string_view> sources;
    for (const Row& row : rows)
        if (weightOf(row) > 0) {
            sum += weightOf(row);
            ++alike;
            sources.insert(row.source);
        }
    double passed = 0, half_width = 0;
    for (const Row& row : rows) {
        passed += weightOf(row);
        half_width = row.error;
        if (passed >= coverage * sum)
            break;
    }
    // Errors of mixtures are those of a source rather than of single runs. The left-out interval score of mixtures is
    // better for it, that of other models worse.
    if (kind.work == RunKind::Work::mixture)
        half_width *= wideningFor(static_cast<double>(sources.size()));
    return {kindId(kind), alike, std::exp(-half_width), std::exp(half_width)};
}

} // namespace

std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without)
{
    const std::vector<Row> rows = rowsOf(errors);
    std::vector<ErrorKind> kinds;
    for (const RunKind& kind : allKinds())
        if (ErrorKind learned = learn(kind, rows, without); learned.rows > 0)
            kinds.push_back(std::move(learned));
    return kinds;
}

} // namespace kneepoint::fit
