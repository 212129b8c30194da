// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/factor_estimate.h"

#include <span>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A factor changed by the runs, by its parameter: "stack.own_compute".
struct MovedFactor {
    std::string_view parameter;
    double before = 1, after = 1;
};

/// A scenario calibrated with the user's own runs. Errors are means of |predicted/measured − 1| over the rows,
/// the second one as the calibrated scenario predicts them; half-widths are those
/// of the 90 % interval of the scenario's own step, on the logarithm.
struct CalibrationReport {
    Scenario scenario;
    double error_before = 0, error_after = 0;
    double half_width_before = 0, half_width_after = 0;
    double memory_error_before = 0, memory_error_after = 0; ///< for the runs that state their memory; 0 if none does
    double deviation = 0;           ///< of single rows, on the logarithm, before the learned multiplier (rowDeviation)
    std::vector<MovedFactor> moved; ///< by more than one per cent
};

/// What rows with a step time say of the factors, for jobs that begin with the same spreads (spreadsFor).
struct RowsFit {
    FactorEstimate estimate;
    OpenFactors open;
    double deviation = 0; ///< of single rows (rowDeviation)
    double runs = 0;      ///< rows that it rests on
};
[[nodiscard]] RowsFit fitRows(const Scenario& job, std::span<const OwnRow> rows, const Calibration& calibration);
/// The factors of a job calibrated with these rows, and the half-width of its step. Without memory and name.
[[nodiscard]] OwnRuns ownRunsOf(const Scenario& job, const RowsFit& fit, const Calibration& calibration);

/// The most likely factors of OwnRuns given the rows and the spread of published hardware and software around
/// predictions (estimateFactors). The interval combines what the runs leave open of the factors together
/// (OwnRuns::open): narrow along what they show, such as the sum of GEMMs and launches of one job, and as open as
/// before across it, such as the network if all runs used one node; how well the rows predict each other; and the
/// errors of published runs when their source is calibrated with its three most informative runs. The order of the rows
/// does not matter. At least one row must state a step time. Rows that state their memory change the factor on
/// estimated memory, to the extent that errors of the same software are correlated (memorySpread). An existing
/// calibration of the job is replaced, keeping its name.
[[nodiscard]] CalibrationReport calibrate(
    const Scenario& job, std::span<const OwnRow> rows, const Calibration& calibration);

} // namespace kneepoint
