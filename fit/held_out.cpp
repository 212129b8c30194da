// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/held_out.h"

#include "fit/errors_by_series.h"
#include "model/presets/data_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace kneepoint::fit {
namespace {

constexpr std::array<std::uint64_t, 3> seeds{7, 8, 9};

/// FNV-1a: the same on every machine.
std::uint64_t hashOf(std::string_view text, std::uint64_t seed)
{
    std::uint64_t hash = 14695981039346656037ULL ^ seed;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 1099511628211ULL;
    }
    return hash ^ (hash >> 32);
}

/// The rows of the half that is fitted to: of every series those with the smaller hashes, the odd one too.
std::set<const MeasuredRun*> fittedHalf(const Corpus& corpus, std::uint64_t seed)
{
    std::map<std::string, std::vector<std::pair<std::uint64_t, const MeasuredRun*>>> series;
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate)
            series[run.series].emplace_back(hashOf(run.id, seed), &run);
    std::set<const MeasuredRun*> half;
    for (auto& [name, rows] : series) {
        std::ranges::sort(
            rows, {}, [](const auto& row) { return std::pair(row.first, std::string_view(row.second->id)); });
        for (std::size_t i = 0; i < (rows.size() + 1) / 2; ++i)
            half.insert(rows[i].second);
    }
    return half;
}

} // namespace

std::vector<HeldOutErrors> holdOutHalves(const Priors& priors, const Corpus& corpus)
{
    ErrorsBySeries judged;
    for (const std::uint64_t seed : seeds) {
        const std::set<const MeasuredRun*> half = fittedHalf(corpus, seed);
        const ConstantSet set =
            fittedSet(priors, corpus, [&half](const MeasuredRun& run) { return half.contains(&run); });
        for (const MeasuredRun& run : corpus.runs.runs)
            if (run.gate && !half.contains(&run))
                judged.add(
                    run, rowError(run, predictedReport(run, set, shippedCalibration()), {}, shippedCalibration()));
    }
    std::vector<HeldOutErrors> errors;
    for (const ErrorSummary& e : judged.summaries())
        errors.push_back({e.series, static_cast<double>(e.rows), e.mape, e.median, e.p90, e.bias});
    return errors;
}

Result<std::vector<HeldOutErrors>> shippedHeldOut()
{
    const Result<std::filesystem::path> path = dataFile("constants/fitted_left_out.json");
    if (!path)
        return tl::unexpected(path.error());
    try {
        std::ifstream stream(*path);
        std::vector<HeldOutErrors> errors;
        const auto json = nlohmann::ordered_json::parse(stream);
        for (const auto& e : json.at("held_out"))
            errors.push_back({e.at("series"), e.at("rows"), e.at("mape"), e.at("median"), e.at("p90"), e.at("bias")});
        return errors;
    } catch (const std::exception& problem) {
        return failure(fmt::format("{} is broken: {}", path->string(), problem.what()));
    }
}

} // namespace kneepoint::fit
