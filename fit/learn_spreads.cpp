// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/learn_spreads.h"

#include "model/calibrate/factor_estimate.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <numbers>
#include <set>
#include <string_view>

namespace kneepoint::fit {
namespace {

constexpr int rounds = 30;
constexpr std::size_t most_rows = 16; ///< of a source; more say little that is new
constexpr double start_spread = 0.3;  ///< of every factor
constexpr double start_row_spread = 0.08;
constexpr double least_spread = 0.01; ///< minimum spread for unseen hardware
constexpr double least_row_spread = 0.02;

constexpr double freedom = 4; ///< degrees of freedom of the heavy-tailed distribution

/// Expected squares of a source's draws, and how much each counts: less if it is far out.
struct Draws {
    FactorLogs squares{};
    FactorLogs counts{};
    double row = 0;
    double weight = 1;
    Draws() { counts.fill(1); }
};

std::vector<OwnRow> thinned(const std::vector<OwnRow>& rows)
{
    if (rows.size() <= most_rows)
        return rows;
    std::vector<OwnRow> some;
    for (std::size_t i = 0; i < most_rows; ++i)
        some.push_back(rows[i * rows.size() / most_rows]);
    return some;
}

/// The draws with these spreads. Given how much each counts, draws are normal with a variance of its inverse.
Draws drawsOf(const MeasuredSource& source, FactorSpreads spreads, Scatter scatter, const Draws& before)
{
    const FactorLogs scales = spreads.factors;
    for (std::size_t i = 0; i < own_factor_count; ++i)
        spreads.factors[i] /= std::sqrt(before.counts[i]);
    const FactorEstimate estimate = estimateFactors(source.rows, priorOf(spreads), shippedCalibration());
    Draws draws;
    for (std::size_t i = 0; i < own_factor_count; ++i) {
        draws.squares[i] = estimate.logs[i] * estimate.logs[i] + estimate.covariance[i][i];
        if (scatter == Scatter::heavy_tailed && own_factors[i].assumed_spread <= 0)
            draws.counts[i] = (freedom + 1) / (freedom + draws.squares[i] / (scales[i] * scales[i]));
    }
    draws.row = estimate.row_variance;
    return draws;
}

std::map<std::string, Draws> drawsOf(const std::map<std::string, MeasuredSource>& sources, const FactorSpreads& spreads,
    Scatter scatter, const std::map<std::string, Draws>& before)
{
    std::map<std::string, std::future<Draws>> running;
    std::map<std::string, double> of_program;
    for (const auto& [name, source] : sources) {
        running[name] = std::async([&source = source, &spreads, scatter, &draws = before.at(name)] {
            return drawsOf(source, spreads, scatter, draws);
        });
        ++of_program[source.program];
    }
    std::map<std::string, Draws> draws;
    for (auto& [name, result] : running) {
        draws[name] = result.get();
        draws[name].weight = 1 / of_program.at(sources.at(name).program);
    }
    return draws;
}

FactorSpreads spreadsOf(const std::string& basis, const std::map<std::string, Draws>& draws, std::string_view without)
{
    FactorSpreads spreads{basis, {}, 0};
    double all = 0;
    for (const auto& [name, of_source] : draws) {
        if (name == without)
            continue;
        all += of_source.weight;
        for (std::size_t i = 0; i < own_factor_count; ++i)
            spreads.factors[i] += of_source.weight * of_source.counts[i] * of_source.squares[i];
        spreads.row += of_source.weight * of_source.row;
    }
    for (std::size_t i = 0; i < own_factor_count; ++i)
        spreads.factors[i] = own_factors[i].assumed_spread > 0
            ? own_factors[i].assumed_spread
            : std::max(least_spread, std::sqrt(spreads.factors[i] / all));
    spreads.row = std::max(least_row_spread, std::sqrt(spreads.row / all));
    return spreads;
}

} // namespace

LearnedSpreads learnSpreads(
    const std::string& basis, const std::map<std::string, MeasuredSource>& sources, Scatter scatter)
{
    std::map<std::string, MeasuredSource> some = sources;
    for (auto& [name, source] : some)
        source.rows = thinned(source.rows);
    LearnedSpreads learned;
    learned.all.basis = basis;
    for (std::size_t i = 0; i < own_factor_count; ++i)
        learned.all.factors[i] = own_factors[i].assumed_spread > 0 ? own_factors[i].assumed_spread : start_spread;
    learned.all.row = start_row_spread;
    std::map<std::string, Draws> draws;
    for (const auto& [name, source] : some)
        draws[name];
    for (int round = 0; round < rounds; ++round) {
        draws = drawsOf(some, learned.all, scatter, draws);
        learned.all = spreadsOf(basis, draws, "");
    }
    for (const auto& [name, source] : some)
        learned.without[name] = spreadsOf(basis, draws, name);
    return learned;
}

LearnedSpreads beforeCalibration(
    LearnedSpreads normal, const LearnedSpreads& heavy_tailed, const std::map<std::string, MeasuredSource>& sources)
{
    const double deviation = std::sqrt(freedom / (freedom - 2)); // of Student's t, over its scale
    std::set<std::string_view> programs;
    for (const auto& [name, source] : sources)
        programs.insert(source.program);
    const double wider = std::sqrt(1 + 1 / static_cast<double>(std::max<std::size_t>(1, programs.size())));
    const auto widen = [&](FactorSpreads& spreads, const FactorSpreads& heavy) {
        for (std::size_t i = 0; i < own_factor_count; ++i) {
            double& spread = spreads.factors[i];
            const auto factor = own_factors[i].value;
            if (factor == &OwnRuns::compute)
                spread = std::max(spread, deviation * heavy.factors[i]);
            if (factor == &OwnRuns::node || factor == &OwnRuns::exposure)
                spread = deviation * heavy.factors[i];
            if (own_factors[i].assumed_spread <= 0)
                spread *= wider;
            if (factor == &OwnRuns::network)
                spread = std::max(spread, std::numbers::ln2);
        }
    };
    widen(normal.all, heavy_tailed.all);
    for (auto& [name, spreads] : normal.without)
        widen(spreads, heavy_tailed.without.at(name));
    return normal;
}

} // namespace kneepoint::fit
