// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/step/step_report.h"
#include "model/uncertainty/prediction_interval.h"

#include <span>
#include <string>

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

/// Whether the runs of a calibration contain no information about a factor: it is then exactly 1, because its
/// uncertainty hardly changed. Runs on one node contain no information about the network.
[[nodiscard]] bool isUnconstrained(const OwnRuns& own, const OwnFactor& factor);

/// The spread of a measured step below and above its prediction: standard deviations of the logarithm. Each factor of
/// OwnRuns is varied by its spread, up and down; the square of half the change is added to the variance of single rows.
/// For the upper side, each factor is also increased to the end of its 90 % interval, and the larger effect per spread
/// is used: launches, for example, are hidden behind kernels up to a point. Factors without effect add nothing, so a
/// step with large kernels on one node has a small spread, and one with small kernels or exposed communication a large
/// one.
[[nodiscard]] PredictionSpread predictionSpread(
    const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration);

/// For a calibrated scenario, the part of the spread due to factors its runs contain no information about; without the
/// variance of single rows.
[[nodiscard]] PredictionSpread unconstrainedSpread(
    const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration);

} // namespace kneepoint
