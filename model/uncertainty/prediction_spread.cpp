// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/prediction_spread.h"

#include "model/constants/physics.h"
#include "model/job/job.h"
#include "model/step/step_model.h"
#include "model/uncertainty/job_likeness.h"

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

/// The contribution of moves from `base`, each one standard deviation long, in addition to `row` of single rows.
PredictionSpread spreadAround(const Scenario& s, const Logs& base, double row, std::span<const OpenDirection> moves,
    const Calibration& calibration)
{
    const Scenario job = tunedJob(s, base);
    const double predicted = logStep(job, calibration);
    PredictionSpread variance{row * row, row * row};
    for (const OpenDirection& move : moves) {
        const auto movedBy = [&](double deviations) {
            const double allowed = deviations * (deviations > 0 ? move.up : move.down);
            Logs logs = base;
            for (std::size_t i = 0; i < own_factor_count; ++i)
                logs[i] += allowed * move.logs[i];
            const Scenario moved = tunedJob(s, logs);
            return moved == job ? predicted : logStep(moved, calibration);
        };
        const double up = movedBy(1) - predicted, down = movedBy(-1) - predicted;
        const double change = (up - down) / 2;
        // A direction has no sign: the end that is slower is the one to look beyond.
        const double far = up >= down ? deviations_of_nine_in_ten : -deviations_of_nine_in_ten;
        const double late = (movedBy(far) - predicted) / deviations_of_nine_in_ten;
        variance.faster += change * change;
        variance.slower += std::pow(std::max(std::abs(change), late), 2);
    }
    return {std::sqrt(variance.faster), std::sqrt(variance.slower)};
}

/// Each factor by its spread.
std::vector<OpenDirection> axesOf(const FactorSpreads& spreads)
{
    std::vector<OpenDirection> axes(own_factor_count);
    for (std::size_t i = 0; i < own_factor_count; ++i)
        axes[i].logs[i] = spreads.factors[i];
    return axes;
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

std::vector<OpenDirection> openDirections(const OwnRuns& own, const FactorSpreads& before)
{
    std::vector<OpenDirection> directions;
    directions.reserve(own_factor_count);
    if (own.open == OpenFactors{}) {
        const std::vector<OpenDirection> axes = axesOf(before);
        for (std::size_t i = 0; i < own_factor_count; ++i)
            if (own.*own_factors[i].value == 1)
                directions.push_back(axes[i]);
        return directions;
    }
    directions.resize(own_factor_count);
    for (std::size_t i = 0, place = 0; i < own_factor_count; ++i) {
        directions[i].up = static_cast<double>(own.open.up[i]);
        directions[i].down = static_cast<double>(own.open.down[i]);
        for (std::size_t k = 0; k <= i; ++k)
            directions[k].logs[i] = static_cast<double>(own.open.root[place++]);
    }
    return directions;
}

PredictionSpread predictionSpread(const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration)
{
    return spreadAround(s, {}, spreads.row, axesOf(spreads), calibration);
}

PredictionSpread openSpread(const Scenario& s, const FactorSpreads& before, const Calibration& calibration)
{
    const OwnRuns& own = s.own_runs;
    Logs logs{};
    for (std::size_t i = 0; i < own_factor_count; ++i)
        logs[i] = std::log(own.*own_factors[i].value);
    return spreadAround(s, logs, missedApart(own, s), openDirections(own, before), calibration);
}

} // namespace kneepoint
