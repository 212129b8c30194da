// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/exploration/kneemap.h"

#include "model/catalogue/divide_batch.h"
#include "model/catalogue/whole_batch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kneepoint {
namespace {
constexpr int coarsest = 8;

/// Cells are jobs that somebody could run. A sequence has whole tokens, unless the job's own are a mean with a
/// fraction.
bool areWhole(const Parameter& p, const Scenario& s)
{
    return takesWholeValues(p, s) || (p.id == "workload.sequence_length" && isWholeNumber(p.get(s)));
}
} // namespace

std::vector<double> axisValues(const Parameter& p, int count, bool whole)
{
    std::vector<double> values;
    for (int i = 0; i < std::max(2, count); ++i) {
        const double t = static_cast<double>(i) / (std::max(2, count) - 1);
        double value = p.isLogarithmic() ? p.range.slider_min * std::pow(p.range.slider_max / p.range.slider_min, t)
                                         : p.range.slider_min + t * (p.range.slider_max - p.range.slider_min);
        if (whole)
            value = std::round(value);
        values.push_back(std::clamp(value, p.range.min, p.range.max));
    }
    return values;
}

KneeMap::KneeMap(const Scenario& s, Calibration calibration, const Parameter& x, const Parameter& y, const Metric& m,
    int columns, int rows)
    : m_scenario(s)
    , m_calibration(std::move(calibration))
    , m_x_parameter(&x)
    , m_y_parameter(&y)
    , m_metric(&m)
    , m_x(axisValues(x, columns, areWhole(x, s)))
    , m_y(axisValues(y, rows, areWhole(y, s)))
    , m_values(m_x.size() * m_y.size())
{
    for (int stride = coarsest; stride >= 1; stride /= 2)
        for (int row = 0; row < this->rows(); row += stride)
            for (int column = 0; column < this->columns(); column += stride)
                if (stride == coarsest || row % (2 * stride) != 0 || column % (2 * stride) != 0)
                    m_order.push_back({column, row, stride});
}

std::size_t KneeMap::index(int column, int row) const
{
    return static_cast<std::size_t>(row) * m_x.size() + static_cast<std::size_t>(column);
}

void KneeMap::fill(const Place& place, double value)
{
    for (int row = place.row; row < std::min(rows(), place.row + place.stride); ++row)
        for (int column = place.column; column < std::min(columns(), place.column + place.stride); ++column)
            m_values[index(column, row)] = value;
}

bool KneeMap::advance(int cells)
{
    for (; cells > 0 && !isDone(); --cells) {
        const Place& place = m_order[m_done++];
        const Scenario cell = applied(m_scenario, editTo(place.column, place.row), m_calibration);
        const auto value = m_measure ? m_measure(cell) : measure(*m_metric, cell, m_calibration);
        fill(place, value.value_or(std::numeric_limits<double>::infinity()));
    }
    return !isDone();
}

void KneeMap::advanceFor(std::chrono::milliseconds time, const std::stop_token& stop)
{
    const auto end = std::chrono::steady_clock::now() + time;
    while (!stop.stop_requested() && advance(1) && (!isCoarselyDone() || std::chrono::steady_clock::now() < end)) { }
}

bool KneeMap::isCoarselyDone() const
{
    return isDone() || m_order[m_done].stride < coarsest;
}

double KneeMap::progress() const
{
    return static_cast<double>(m_done) / static_cast<double>(m_order.size());
}

double KneeMap::value(int column, int row) const
{
    return m_values[index(column, row)];
}

Edit KneeMap::editTo(int column, int row) const
{
    return {{m_x_parameter, xValue(column)}, {m_y_parameter, yValue(row)}};
}

} // namespace kneepoint
