// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/report.h"

#include "fit/numbers.h"
#include "model/explore/prediction_interval.h"

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

std::vector<ErrorSummary> summaries(const std::vector<RowError>& errors)
{
    std::map<std::string, std::vector<RowError>> by_series;
    for (const RowError& e : errors)
        by_series[e.series].push_back(e);
    std::vector<ErrorSummary> all;
    for (const auto& [series, rows] : by_series)
        all.push_back(summarise(series, rows));
    return all;
}

struct LeftOut {
    const MeasuredRun* run = nullptr;
    double predicted_s = 0;
};

std::vector<ErrorKind> errorKindsOf(const std::vector<LeftOut>& errors)
{
    constexpr std::size_t least_rows = 12;
    std::map<std::string, std::vector<double>> ratios;
    for (const LeftOut& e : errors)
        for (const std::string& kind : kindsOf(e.run->candidates.front(), e.run->family))
            ratios[kind].push_back(e.run->step_s / e.predicted_s);
    std::vector<ErrorKind> kinds;
    for (const auto& [kind, values] : ratios)
        if (values.size() >= least_rows)
            kinds.push_back(
                {kind, static_cast<double>(values.size()), percentile(values, 0.05), percentile(values, 0.95)});
    return kinds;
}

Json setJson(const ConstantSet& set)
{
    return {{"gpus", ownersJson(set.families)}, {"stacks", ownersJson(set.stacks)}};
}

Json summaryJson(const ErrorSummary& e)
{
    return {{"series", e.series}, {"rows", e.rows}, {"mape", rounded(e.mape)}, {"median", rounded(e.median)},
        {"p90", rounded(e.p90)}, {"bias", rounded(e.bias)}};
}

} // namespace

void judge(FitResult& result, const Corpus& corpus)
{
    std::vector<RowError> fitted, left_out;
    std::vector<LeftOut> ratios;
    for (const MeasuredRun& run : corpus.runs.runs) {
        if (!run.gate)
            continue;
        fitted.push_back(rowError(run, predictedStep(run, result.all)));
        ratios.push_back({&run, predictedStep(run, setFor(result, run.series))});
        left_out.push_back(rowError(run, ratios.back().predicted_s));
    }
    result.fitted = summaries(fitted);
    result.left_out = summaries(left_out);
    result.kinds = errorKindsOf(ratios);
    result.fitted.push_back(summarise("summary", fitted));
    result.left_out.push_back(summarise("summary", left_out));
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
    json["errors"] = Json::array();
    for (const ErrorKind& kind : result.kinds)
        json["errors"].push_back(
            {{"kind", kind.kind}, {"rows", kind.rows}, {"low", rounded(kind.low)}, {"high", rounded(kind.high)}});
    json["without"] = Json::object();
    for (const auto& [series, set] : result.without)
        json["without"][series] = setJson(set);
    std::ofstream(path) << json.dump(1) << '\n';
}

} // namespace kneepoint::fit
