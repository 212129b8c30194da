// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/errors_by_series.h"

namespace kneepoint::fit {

void ErrorsBySeries::add(const MeasuredRun& run, const RowError& row)
{
    m_series[run.series].push_back(row);
    m_all.push_back(row);
    if (!run.mixture && !run.scaling)
        m_dense.push_back(row);
}

std::vector<ErrorSummary> ErrorsBySeries::summaries() const
{
    std::vector<ErrorSummary> sums;
    for (const auto& [series, rows] : m_series)
        sums.push_back(summarize(series, rows));
    sums.push_back(summarize("dense", m_dense));
    sums.push_back(summarize("summary", m_all));
    return sums;
}

} // namespace kneepoint::fit
