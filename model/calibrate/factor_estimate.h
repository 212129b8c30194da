// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/own_rows.h"
#include "model/uncertainty/team_effect.h"

#include <array>
#include <span>

namespace kneepoint {

using FactorLogs = std::array<double, own_factor_count>;
using FactorMatrix = std::array<FactorLogs, own_factor_count>;

/// An estimate of the factors of OwnRuns from runs, as logarithms.
struct FactorEstimate {
    FactorLogs logs{};         ///< the likeliest
    FactorMatrix covariance{}; ///< of the remaining uncertainty
    double misfit = 0;         ///< weighted deviation of runs and factors from their expected values
    double row_variance = 0;   ///< of single runs around the estimate, without outliers
};

/// What is known of the factors before any row: a normal distribution of their logarithms around 0.
struct FactorPrior {
    FactorMatrix covariance{};
    double row = 0;     ///< standard deviation of single rows around a prediction with the right factors
    double scatter = 0; ///< the same as expected of this team
    /// The job that the rows are to say something about, while the prior is used; null: about all of them alike. A row
    /// is off by what is missed of it and not of the job, too (missedApart).
    const Scenario* job = nullptr;
};
/// Independent factors around 1 with these spreads; and what a team and its cluster add to all of their steps, which
/// moves every time together: matrix products, elementwise passes, launches, fixed times, and communication on both
/// kinds of links. Its mean square around 1 counts, so that runs that match the prediction move nothing. Rows of a team
/// that is not known to be tuned scatter by at least team_row_spread.
[[nodiscard]] FactorPrior priorOf(const FactorSpreads& spreads, const TeamEffect& team = {});

/// The same for one job and the team of its setting; what is missed of the job (job_spread) moves all of its time too.
[[nodiscard]] FactorPrior priorFor(const Scenario& job, const FactorSpreads& spreads);

/// Those of a calibration.
[[nodiscard]] FactorLogs logsOf(const OwnRuns& own);

/// Spreads of the job's basis before a calibration; wide if nothing was learned.
[[nodiscard]] FactorSpreads spreadsFor(const Scenario& job, const Calibration& calibration);

/// The most likely factors given the runs and the prior: Gauss-Newton from several
/// starting points on the logarithm of step times, with the Cauchy loss so that a run that contradicts the others is
/// ignored (iteratively reweighted least squares, Holland and Welsch 1977; the covariance is that of the linear model
/// at the solution).
[[nodiscard]] FactorEstimate estimateFactors(
    std::span<const OwnRow> rows, const FactorPrior& prior, const Calibration& calibration);

/// Remaining variance of the logarithm of a scenario's step under the estimate.
[[nodiscard]] double openVariance(const Scenario& s, const FactorEstimate& estimate, const Calibration& calibration);

/// What the rows leave open of the factors around `logs`, as a calibration keeps it. A column of the covariance's root
/// reaches as far as prior and rows together allow with a probability of 90 %: to where their misfit has grown by as
/// much as it does in a normal distribution. So what is seen of the rows' own job is as narrow as they are.
[[nodiscard]] OpenFactors openFactors(std::span<const OwnRow> rows, const FactorPrior& prior,
    const FactorMatrix& covariance, const FactorLogs& logs, const Calibration& calibration);

/// Standard deviation of single runs around the estimate: each is predicted from the others, and its error in excess of
/// the remaining uncertainty counts. The prior's scatter is used as a prior with the weight of a few runs.
[[nodiscard]] double rowDeviation(
    std::span<const OwnRow> rows, const FactorPrior& prior, const Calibration& calibration);

} // namespace kneepoint
