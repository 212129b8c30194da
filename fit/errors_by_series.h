// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/validation.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// Errors of runs by series, of all dense transformers, and of all runs.
class ErrorsBySeries {
public:
    void add(const MeasuredRun& run, const RowError& row);
    /// Sorted by name, then "dense" and "summary".
    [[nodiscard]] std::vector<ErrorSummary> summaries() const;

private:
    std::map<std::string, std::vector<RowError>> m_series;
    std::vector<RowError> m_dense, m_all;
};

} // namespace kneepoint::fit
