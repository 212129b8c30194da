// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/report.h"

#include "fit/errors_by_series.h"
#include "fit/intervals.h"
#include "fit/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace kneepoint::fit {
namespace {

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
