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
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace kneepoint::fit {
namespace {

using Json = nlohmann::ordered_json;

Json setJson(const ConstantSet& set)
{
    return {{"gpus", ownersJson(set.families)}, {"stacks", ownersJson(set.stacks)}};
}

Json kindsJson(const std::vector<ErrorKind>& kinds)
{
    Json json = Json::array();
    for (const ErrorKind& kind : kinds)
        json.push_back(
            {{"kind", kind.kind}, {"rows", kind.rows}, {"low", rounded(kind.low)}, {"high", rounded(kind.high)}});
    return json;
}

/// Of a series, left out or held out.
Json summaryJson(const auto& e)
{
    return {{"series", e.series}, {"rows", e.rows}, {"mape", rounded(e.mape)}, {"median", rounded(e.median)},
        {"p90", rounded(e.p90)}, {"bias", rounded(e.bias)}};
}

} // namespace

namespace {

const ConstantSet& withoutSeries(const FitResult& result, const MeasuredRun& run)
{
    const auto found = result.series.find(run.series);
    return found != result.series.end() ? found->second : result.others.sources.at(run.group);
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
    const std::vector<LeftOut> errors = predictLeftOut(corpus, result.others);
    for (const LeftOut& e : errors)
        if (e.basis == Basis::similar)
            generic.add(*e.run, rowError(*e.run, e.predicted, {}, shipped));
    result.fitted = fitted.summaries();
    result.left_out = left_out.summaries();
    result.source_left_out = source.summaries();
    result.generic_left_out = generic.summaries();
    result.kinds = learnIntervals(errors, "");
    for (const auto& [name, set] : result.others.sources)
        result.kinds_without[name] = learnIntervals(errors, name);
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
    for (const ErrorKind& kind : result.kinds)
        fmt::print("{:24} {:5} {:6.2f} {:6.2f}\n", kind.kind, kind.rows, kind.low, kind.high);
}

void printHeldOut(const std::vector<HeldOutErrors>& errors)
{
    fmt::print("{:20} {:>5} {:>7} {:>7} {:>7} {:>7}\n", "held out", "rows", "mape", "median", "p90", "bias");
    for (const HeldOutErrors& e : errors)
        fmt::print("{:20} {:5} {:7.1f} {:7.1f} {:7.1f} {:+7.1f}\n", e.series, e.rows, e.mape, e.median, e.p90, e.bias);
}

void writeConstants(const ConstantSet& all, const std::vector<std::pair<std::string, ConstantSet>>& without,
    const std::filesystem::path& path)
{
    Json json;
    json["about"] = "Written by the fit from memory_priors.json and the published measurements; never edit by hand.";
    json.update(setJson(all));
    json["without"] = Json::object();
    for (const auto& [series, set] : without)
        json["without"][series] = setJson(set);
    std::ofstream(path) << json.dump(1) << '\n';
}

void writeFitted(const FitResult& result, const std::filesystem::path& path)
{
    Json json;
    json["about"] = "Written by the fit from priors.json and the published measurements; never edit by hand.";
    json.update(setJson(result.all));
    for (const ErrorSummary& e : result.left_out)
        json["series"].push_back(summaryJson(e));
    for (const HeldOutErrors& e : result.held_out)
        json["held_out"].push_back(summaryJson(e));
    for (const auto& [key, summaries] :
        {std::pair{"source_left_out", &result.source_left_out}, {"generic_left_out", &result.generic_left_out}})
        for (const ErrorSummary& e : *summaries)
            json[key].push_back(summaryJson(e));
    json["errors"] = kindsJson(result.kinds);
    json["without"] = Json::object();
    for (const auto* sets : {&result.series, &result.others.sources})
        for (const auto& [name, set] : *sets)
            json["without"][name] = setJson(set);
    for (const auto& [source, kinds] : result.kinds_without)
        json["without"][source]["errors"] = kindsJson(kinds);
    std::ofstream(path) << json.dump(1) << '\n';
}

} // namespace kneepoint::fit
