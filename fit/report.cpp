// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/report.h"

#include "fit/errors_by_series.h"
#include "fit/left_out.h"
#include "fit/numbers.h"
#include "model/constants/fitted.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

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

/// The intervals of all kinds of runs, learned from the errors of all sources but one (none if empty).
///
/// The half-width of an interval is the 90 % quantile of the absolute errors of the other sources, as logarithms and in
/// units of the prediction's spread. Errors are weighted by similarity to the kind in question, and all sources have
/// the same total weight: a new run comes from a new source, and most of an error is common to its source. Intervals
/// are symmetric because the sign of a new source's error is unknown (localized conformal prediction, Guan 2023;
/// groups, Dunn, Wasserman, Ramdas 2023).
std::vector<ErrorKind> learnIntervals(const std::vector<LeftOut>& errors, std::string_view without)
{
    const std::vector<Row> rows = rowsOf(errors);
    std::vector<ErrorKind> kinds;
    for (const RunKind& kind : allKinds())
        if (ErrorKind learned = learn(kind, rows, without); learned.rows > 0)
            kinds.push_back(std::move(learned));
    return kinds;
}

using Json = nlohmann::ordered_json;

Json setJson(const ConstantSet& set)
{
    return {{"gpus", ownersJson(set.families)}, {"stacks", ownersJson(set.stacks)}};
}

/// The constants alone: the presets that share one are those of the set fitted to everything.
Json leftOutJson(ConstantSet set)
{
    for (auto* owners : {&set.families, &set.stacks})
        for (ConstantOwner& owner : *owners)
            owner.members.clear();
    return setJson(set);
}

/// Errors of a series, left out or held out.
Json summaryJson(const auto& e)
{
    return {{"series", e.series}, {"rows", e.rows}, {"mape", rounded(e.mape)}, {"median", rounded(e.median)},
        {"p90", rounded(e.p90)}, {"bias", rounded(e.bias)}};
}

const ConstantSet& withoutSeries(const FitResult& result, const MeasuredRun& run)
{
    const auto found = result.series.find(run.series);
    return found != result.series.end() ? found->second : result.others.sources.at(run.group);
}

/// The spreads of each basis, learned without a source.
std::vector<FactorSpreads> spreadsWithout(const std::vector<LearnedSpreads>& spreads, const std::string& source)
{
    std::vector<FactorSpreads> others;
    others.reserve(spreads.size());
    for (const LearnedSpreads& s : spreads)
        others.push_back(s.without.contains(source) ? s.without.at(source) : s.all);
    return others;
}

/// The prediction of a run with the interval that its source had no part in.
RowError rowOf(const LeftOut& e, const FitResult& result)
{
    const std::vector<FactorSpreads> spreads = spreadsWithout(result.spreads, e.run->group);
    RowError row{.id = e.run->id,
        .series = e.run->series,
        .measured_s = e.run->step_s,
        .predicted_s = e.predicted.step_s,
        .bias = e.predicted.step_s / e.run->step_s - 1};
    row.error = std::abs(row.bias);
    const LearnedErrors learned{result.kinds_without.at(e.run->group), spreads};
    if (e.basis == Basis::calibrated) {
        const double half = calibratedDeviations(e.scenario, learned.errors) * e.spread;
        row.low_s = e.predicted.step_s * std::exp(-half);
        row.high_s = e.predicted.step_s * std::exp(half);
        return row;
    }
    const PredictionInterval interval =
        predictionInterval(e.scenario, e.basis, e.predicted, learned, e.unstated, shippedCalibration());
    row.low_s = interval.low_s;
    row.high_s = interval.high_s;
    return row;
}

/// Dense models by basis.
std::vector<ErrorSummary> summariesByBasis(const std::vector<LeftOut>& errors, const FitResult& result)
{
    std::map<Basis, std::vector<RowError>> rows;
    for (const LeftOut& e : errors)
        if (!e.run->scaling && !e.run->mixture)
            rows[e.basis].push_back(rowOf(e, result));
    std::vector<ErrorSummary> sums;
    sums.reserve(rows.size());
    for (const auto& [basis, of_basis] : rows)
        sums.push_back(summarize(std::string(basisLabel(basis)), of_basis));
    return sums;
}

} // namespace

void judge(FitResult& result, const Corpus& corpus)
{
    const Calibration& shipped = shippedCalibration();
    ErrorsBySeries fitted, left_out, source, generic;
    for (const MeasuredRun& run : corpus.runs.runs) {
        if (!run.gate)
            continue;
        fitted.add(run, rowError(run, predictedReport(run, result.all, shipped), {}, shipped));
        left_out.add(run, rowError(run, predictedReport(run, withoutSeries(result, run), shipped), {}, shipped));
        source.add(run, rowError(run, predictedReport(run, result.others.sources.at(run.group), shipped), {}, shipped));
    }
    std::vector<LeftOut> errors = predictLeftOut(corpus, result.others);
    result.spreads = spreadsOf(errors);
    std::ranges::move(predictCalibrated(corpus, result.others, result.spreads), std::back_inserter(errors));
    for (const LeftOut& e : errors)
        if (e.basis == Basis::similar)
            generic.add(*e.run, rowError(*e.run, e.predicted, {}, shipped));
    result.measured = measuredStacks(corpus);
    result.fitted = fitted.summaries();
    result.left_out = left_out.summaries();
    result.source_left_out = source.summaries();
    result.generic_left_out = generic.summaries();
    result.kinds = learnIntervals(errors, "");
    for (const auto& [name, set] : result.others.sources)
        result.kinds_without[name] = learnIntervals(errors, name);
    result.bases = summariesByBasis(errors, result);
}

void printErrors(const FitResult& result)
{
    fmt::print("{:20} {:>5} {:>7} {:>7} {:>7} | left out {:>7} {:>7} | source {:>7} {:>7} | generic {:>7} {:>7}\n",
        "series", "rows", "mape", "p90", "bias", "mape", "bias", "mape", "bias", "mape", "bias");
    for (std::size_t i = 0; i < result.fitted.size(); ++i) {
        const ErrorSummary& e = result.fitted[i];
        fmt::print("{:20} {:5} {:7.1f} {:7.1f} {:+7.1f} |", e.series, e.rows, e.mape, e.p90, e.bias);
        for (const auto* other : {&result.left_out, &result.source_left_out, &result.generic_left_out})
            fmt::print("          {:7.1f} {:+7.1f} |", (*other)[i].mape, (*other)[i].bias);
        fmt::print("\n");
    }
    fmt::print("{:20} {:>5} {:>7} {:>7} {:>8} {:>6} {:>6}\n", "dense, left out", "rows", "mape", "bias", "coverage",
        "width", "score");
    for (const ErrorSummary& e : result.bases)
        fmt::print("{:20} {:5} {:7.1f} {:+7.1f} {:8.0f} {:6.2f} {:6.3f}\n", e.series, e.rows, e.mape, e.bias,
            e.coverage.value_or(0), e.width.value_or(0), e.score.value_or(0));
    for (const LearnedSpreads& s : result.spreads)
        fmt::print("{}\n", spreadsJson({s.all}).dump());
    for (const ErrorKind& kind : result.kinds)
        fmt::print("{:24} {:5} {:6.2f} {:6.2f}\n", kind.kind, kind.rows, kind.low, kind.high);
}

void printHeldOut(const std::vector<HeldOutErrors>& errors)
{
    fmt::print("{:20} {:>5} {:>7} {:>7} {:>7} {:>7}\n", "held out", "rows", "mape", "median", "p90", "bias");
    for (const HeldOutErrors& e : errors)
        fmt::print("{:20} {:5} {:7.1f} {:7.1f} {:7.1f} {:+7.1f}\n", e.series, e.rows, e.mape, e.median, e.p90, e.bias);
}

void writeMemory(const ConstantSet& all, const std::vector<std::pair<std::string, ConstantSet>>& without,
    const std::filesystem::path& folder)
{
    Json left_out;
    left_out["without"] = Json::object();
    for (const auto& [series, set] : without)
        left_out["without"][series] = leftOutJson(set);
    writeConstantFiles(folder, "memory", "memory_priors.json and the published measurements", setJson(all), left_out);
}

void writeFitted(const FitResult& result, const std::filesystem::path& folder)
{
    Json all = setJson(result.all);
    for (const MeasuredStack& stack : result.measured)
        all["measured"][stack.id] = stack.architectures;
    std::vector<FactorSpreads> spreads;
    for (const LearnedSpreads& s : result.spreads)
        spreads.push_back(s.all);
    all["spreads"] = spreadsJson(spreads);
    all["errors"] = kindsJson(result.kinds);
    Json left_out;
    for (const ErrorSummary& e : result.left_out)
        left_out["series"].push_back(summaryJson(e));
    for (const HeldOutErrors& e : result.held_out)
        left_out["held_out"].push_back(summaryJson(e));
    for (const auto& [key, summaries] :
        {std::pair{"source_left_out", &result.source_left_out}, {"generic_left_out", &result.generic_left_out}})
        for (const ErrorSummary& e : *summaries)
            left_out[key].push_back(summaryJson(e));
    left_out["without"] = Json::object();
    for (const auto* sets : {&result.series, &result.others.sources})
        for (const auto& [name, set] : *sets)
            left_out["without"][name] = leftOutJson(set);
    for (const auto& [source, kinds] : result.kinds_without) {
        left_out["without"][source]["spreads"] = spreadsJson(spreadsWithout(result.spreads, source));
        left_out["without"][source]["errors"] = kindsJson(kinds);
    }
    writeConstantFiles(folder, "fitted", "priors.json and the published measurements", all, left_out);
}

} // namespace kneepoint::fit
