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

const ConstantSet& setFor(const FitResult& result, std::string_view series)
{
    for (const auto& [name, set] : result.without)
        if (name == series)
            return set;
    return result.all;
}

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

void judge(FitResult& result, const Corpus& corpus)
{
    const Calibration& shipped = shippedCalibration();
    ErrorsBySeries fitted, left_out;
    std::vector<LeftOut> ratios;
    for (const MeasuredRun& run : corpus.runs.runs) {
        if (!run.gate)
            continue;
        ratios.push_back({&run, predictedReport(run, setFor(result, run.series), shipped)});
        fitted.add(run, rowError(run, predictedReport(run, result.all, shipped), false, shipped));
        left_out.add(run, rowError(run, ratios.back().predicted, true, shipped));
    }
    result.fitted = fitted.summaries();
    result.left_out = left_out.summaries();
    result.kinds = learnIntervals(ratios, "");
    for (const auto& [series, set] : result.without)
        result.kinds_without.emplace_back(series, learnIntervals(ratios, series));
}

void printErrors(const FitResult& result)
{
    fmt::print("{:20} {:>5} {:>7} {:>7} {:>7} | left out {:>7} {:>7}\n", "series", "rows", "mape", "p90", "bias",
        "mape", "bias");
    for (std::size_t i = 0; i < result.fitted.size(); ++i) {
        const ErrorSummary& e = result.fitted[i];
        const ErrorSummary& l = result.left_out[i];
        fmt::print("{:20} {:5} {:7.1f} {:7.1f} {:+7.1f} |          {:7.1f} {:+7.1f}\n", e.series, e.rows, e.mape, e.p90,
            e.bias, l.mape, l.bias);
    }
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
    json["errors"] = kindsJson(result.kinds);
    json["without"] = Json::object();
    for (const auto& [series, set] : result.without)
        json["without"][series] = setJson(set);
    for (const auto& [series, kinds] : result.kinds_without)
        json["without"][series]["errors"] = kindsJson(kinds);
    std::ofstream(path) << json.dump(1) << '\n';
}

} // namespace kneepoint::fit
