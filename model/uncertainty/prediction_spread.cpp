// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/prediction_spread.h"

#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/job/job.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

namespace {

using Logs = std::array<double, own_factor_count>;

/// The job on hardware and software with the factors multiplied in: the same as without one that multiplies nothing.
Scenario tunedJob(const Scenario& s, const Logs& logs)
{
    Scenario tuned = withOwnRuns(withFactors(s, logs));
    tuned.own_runs = {};
    return tuned;
}

double logStep(const Scenario& s, const Calibration& calibration)
{
    return std::log(stepSeconds(resolve(s, calibration)));
}

/// The contribution of the factors at `base`, in addition to `row` of single rows.
template <class Counts>
PredictionSpread spreadAround(const Scenario& s, const Logs& base, double row, const FactorSpreads& spreads,
    const Calibration& calibration, Counts counts)
{
    const Scenario job = tunedJob(s, base);
    const double predicted = logStep(job, calibration);
    PredictionSpread variance{row * row, row * row};
    for (std::size_t i = 0; i < own_factor_count; ++i) {
        if (!counts(own_factors[i]))
            continue;
        const auto movedBy = [&](double deviations) {
            Logs logs = base;
            logs[i] += deviations * spreads.factors[i];
            const Scenario moved = tunedJob(s, logs);
            return moved == job ? predicted : logStep(moved, calibration);
        };
        const double change = (movedBy(1) - movedBy(-1)) / 2;
        const double late = (movedBy(deviations_of_nine_in_ten) - predicted) / deviations_of_nine_in_ten;
        variance.faster += change * change;
        variance.slower += std::pow(std::max(change, late), 2);
    }
    return {std::sqrt(variance.faster), std::sqrt(variance.slower)};
}

} // namespace

Scenario withFactors(const Scenario& s, const std::array<double, own_factor_count>& logs)
{
    Scenario moved = s;
    moved.own_runs = {};
    moved.own_runs.used = true;
    moved.own_runs.runs = 1;
    for (std::size_t i = 0; i < own_factor_count; ++i)
        moved.own_runs.*own_factors[i].value = std::exp(logs[i]);
    return moved;
}

double logStepWith(const Scenario& s, const std::array<double, own_factor_count>& logs, const Calibration& calibration)
{
    return logStep(tunedJob(s, logs), calibration);
}

const FactorSpreads* calibrationSpreadsOf(std::span<const FactorSpreads> all, Basis basis)
{
    const auto found = std::ranges::find(all, calibrationSpreadsId(basis), &FactorSpreads::basis);
    return found == all.end() ? spreadsOf(all, basis) : &*found;
}

std::string calibrationSpreadsId(Basis basis)
{
    return std::string(basisId(basis)) + "/calibration";
}

bool isUnconstrained(const OwnRuns& own, const OwnFactor& factor)
{
    return own.*factor.value == 1;
}

PredictionSpread predictionSpread(const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration)
{
    return spreadAround(s, {}, spreads.row, spreads, calibration, [](const OwnFactor&) { return true; });
}

PredictionSpread unconstrainedSpread(const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration)
{
    const OwnRuns& own = s.own_runs;
    Logs logs{};
    for (std::size_t i = 0; i < own_factor_count; ++i)
        logs[i] = std::log(own.*own_factors[i].value);
    return spreadAround(
        s, logs, 0, spreads, calibration, [&](const OwnFactor& factor) { return isUnconstrained(own, factor); });
}

} // namespace kneepoint
