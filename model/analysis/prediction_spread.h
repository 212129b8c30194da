// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/prediction_interval.h"
#include "model/scenario/calibration.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// The scenario with the factors of OwnRuns at these logarithms, whether it is calibrated or not.
[[nodiscard]] Scenario withFactors(const Scenario& s, const std::array<double, own_factor_count>& logs);

/// The logarithm of a scenario's step with the factors of OwnRuns at these logarithms.
[[nodiscard]] double logStepWith(
    const Scenario& s, const std::array<double, own_factor_count>& logs, const Calibration& calibration);

/// Whether the runs of a calibration told nothing of a factor: it is 1 exactly, because they left it about as open as
/// it was. Runs on one node tell nothing of the network.
[[nodiscard]] bool isUntold(const OwnRuns& own, const OwnFactor& factor);

/// How far a measured step may lie below and above its prediction: standard deviations of the logarithm. Every factor
/// of OwnRuns is moved by its spread, up and down; half of what that changes, squared, adds to the variance of single
/// rows. Above, it is also moved up as far as nine of ten lie, and counts by that where it prolongs the step by more
/// for each spread, as launches do that hide behind kernels up to a point. What a scenario does not depend on adds
/// nothing, so a step of large kernels on one node has little spread, and one of small kernels or exposed communication
/// much.
[[nodiscard]] PredictionSpread predictionSpread(
    const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration);

/// The part of it that a calibrated scenario has from factors its runs told nothing of, beside what they told of the
/// others; without the variance of single rows.
[[nodiscard]] PredictionSpread untoldSpread(
    const Scenario& s, const FactorSpreads& spreads, const Calibration& calibration);

} // namespace kneepoint
