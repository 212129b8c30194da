// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/results/metric.h"

#include <span>

/// Many scenarios as columns: the rows of a table of parameters in, columns of figures out.
namespace kneepoint {

struct ParameterColumn {
    const Parameter* parameter = nullptr;
    std::span<const double> values; ///< in the base unit; of a choice, indices
};

struct MetricColumn {
    const Metric* metric = nullptr;
    std::span<double> values; ///< in the base unit; not-a-number where a scenario has none
};

/// Evaluates the scenario once for each row, with the row's values set in the order of the columns. All columns and
/// `fits` (whether the job fits in memory) have the same length. Fails at the first value out of range; `first_row` is
/// the number of the first row in the error sentence.
[[nodiscard]] Result<void> evaluateRows(const Scenario& base, std::span<const ParameterColumn> given,
    std::span<const MetricColumn> figures, std::span<bool> fits, std::size_t first_row, const Calibration& calibration);

} // namespace kneepoint
