// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/uncertainty/prediction_interval.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace kneepoint {

/// The scenario with the factors of OwnRuns set to these logarithms, whether it is calibrated or not.
[[nodiscard]] Scenario withFactors(const Scenario& s, const std::array<double, own_factor_count>& logs);

/// The logarithm of a scenario's step time with the factors of OwnRuns set to these logarithms.
[[nodiscard]] double logStepWith(
    const Scenario& s, const std::array<double, own_factor_count>& logs, const Calibration& calibration);

/// The spreads of a basis before a calibration: its own where predictions have spreads without outliers, so that runs
/// of the user's own can reach hardware and software that are far from the usual. Null if there are none.
[[nodiscard]] const FactorSpreads* calibrationSpreadsOf(std::span<const FactorSpreads> all, Basis basis);
/// The name of these spreads in the file of constants: "similar/calibration".
[[nodiscard]] std::string calibrationSpreadsId(Basis basis);

/// A direction in which the logarithms of factors may differ, one standard deviation long, of which `up` and `down` are
/// as far as is likely to either side.
struct OpenDirection {
    std::array<double, own_factor_count> logs{};
    double up = 1, down = 1;
};

/// Independent directions in which the factors of a calibration may still differ: the columns of OwnRuns::open. For
/// calibrations of older versions, which kept only the factors: each factor that is exactly 1, by its spread before any
/// run.
[[nodiscard]] std::vector<OpenDirection> openDirections(const OwnRuns& own, const FactorSpreads& before);

/// The spread of a measured step below and above its prediction: standard deviations of the logarithm. Each factor of
/// OwnRuns is varied by its spread, up and down; the square of half the change is added to the variance of single rows.
/// For the upper side, each factor is also increased to the end of its 90 % interval, and the larger effect per spread
/// is used: launches, for example, are hidden behind kernels up to a point. Factors without effect add nothing, so a
/// step with large kernels on one node has a small spread, and one with small kernels or exposed communication a large
/// one.
[[nodiscard]] PredictionSpread predictionSpread(
    const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration);

/// For a calibrated scenario, the part of the spread that is due to what its runs leave open of the factors, and to
/// what they miss of a job of other sizes (missedApart); without the variance of single rows. The same rule along each
/// open direction.
[[nodiscard]] PredictionSpread openSpread(
    const Scenario& s, const FactorSpreads& before, const Calibration& calibration);

} // namespace kneepoint
