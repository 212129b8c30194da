// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/own_rows.h"

#include <array>
#include <span>

namespace kneepoint {

using FactorLogs = std::array<double, own_factor_count>;
using FactorMatrix = std::array<FactorLogs, own_factor_count>;

/// What runs let be known of the factors of OwnRuns, by their logarithms.
struct FactorEstimate {
    FactorLogs logs{};                         ///< the likeliest
    FactorMatrix covariance{};                 ///< of what the runs leave open
    std::array<bool, own_factor_count> told{}; ///< whether the runs say anything of the factor
    double misfit = 0;                         ///< of runs and factors from what is expected of them
    double row_variance = 0;                   ///< of single runs beside the factors, outliers let go
};

/// Spreads of what the job rests on without its own runs; wide ones where nothing was learned.
[[nodiscard]] FactorSpreads spreadsFor(const Scenario& job, const Calibration& calibration);

/// The factors that make the runs likeliest, each held near 1 by the spread of its like: Gauss-Newton, from several
/// starts, on the logarithm of step times with the Cauchy loss, so that a run which no factor explains beside the
/// others is let go (iteratively reweighted least squares, Holland and Welsch 1977; the covariance is that of the
/// linear model at the solution).
[[nodiscard]] FactorEstimate estimateFactors(
    std::span<const OwnRow> rows, const FactorSpreads& spreads, const Calibration& calibration);

/// Variance of the logarithm of a scenario's step that the estimate leaves open.
[[nodiscard]] double openVariance(const Scenario& s, const FactorEstimate& estimate, const Calibration& calibration);

/// Standard deviation of single runs beside the factors: each is predicted from the others, and counts by how much it
/// is farther off than what these leave open. What the spreads say weighs as much as a few runs.
[[nodiscard]] double rowDeviation(
    std::span<const OwnRow> rows, const FactorSpreads& spreads, const Calibration& calibration);

} // namespace kneepoint
