// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/own_rows.h"

#include <span>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A factor that the runs have moved, by its parameter: "stack.own_compute".
struct MovedFactor {
    std::string_view parameter;
    double before = 1, after = 1;
};

/// A scenario calibrated with runs of the user's own. Errors are means of |predicted/measured − 1| over the rows;
/// half-widths are those of the 90 % interval of the scenario's own step, on the logarithm.
struct CalibrationReport {
    Scenario scenario;
    double error_before = 0, error_after = 0;
    double half_width_before = 0, half_width_after = 0;
    double memory_error_before = 0, memory_error_after = 0; ///< of the runs that state their memory; 0 without any
    /// Standard deviation behind the second, before what was learned of such, and without factors that the rows told
    /// nothing of (untoldSpread).
    double spread = 0;
    std::vector<MovedFactor> moved; ///< by more than one per cent
};

/// The factors of OwnRuns that make the rows likeliest, given how far published hardware and software lie from what is
/// predicted of them (estimateFactors). The interval is what the rows leave open of the factors, how well they predict
/// each other, and what published runs say of such intervals when the three most telling of their source calibrate the
/// rest; a factor that the rows say nothing of, as the network where all ran on one node, stays as open as it was. Some
/// row must state a step. Rows that state their memory move the factor on what of it is estimated, as far as runs of
/// the same software err alike (memorySpread). A calibration that the job already has is replaced and leaves its name.
[[nodiscard]] CalibrationReport calibrate(
    const Scenario& job, std::span<const OwnRow> rows, const Calibration& calibration);

} // namespace kneepoint
