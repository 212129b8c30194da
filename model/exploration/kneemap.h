// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/constants/calibration.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace kneepoint {

/// A figure over two parameters, computed incrementally from coarse to fine, so that a worker can show intermediate
/// results, continue, or cancel. A value type; a copy is a snapshot.
class KneeMap {
public:
    /// Columns and rows, at least 2 each; two different numeric parameters. Axes cover the range of the sliders.
    KneeMap(const Scenario& s, Calibration calibration, const Parameter& x, const Parameter& y, const Metric& m,
        int columns, int rows);

    /// Computes the figure of a cell's scenario instead of measure(). Only before the map has been started.
    using Measure = std::function<std::optional<double>(const Scenario&)>;
    void measureBy(Measure measure) { m_measure = std::move(measure); }

    /// Computes up to `cells` more cells; returns whether any are left.
    bool advance(int cells);
    /// Computes more cells for this long, and at least until it is coarsely done, unless it is stopped before.
    void advanceFor(std::chrono::milliseconds time, const std::stop_token& stop);
    [[nodiscard]] bool isDone() const { return m_done == m_order.size(); }
    /// Whether every cell has a value, possibly that of a coarser neighbor.
    [[nodiscard]] bool isCoarselyDone() const;
    [[nodiscard]] double progress() const; ///< 0 … 1

    [[nodiscard]] int columns() const { return static_cast<int>(m_x.size()); }
    [[nodiscard]] int rows() const { return static_cast<int>(m_y.size()); }
    [[nodiscard]] const Parameter& xParameter() const { return *m_x_parameter; }
    [[nodiscard]] const Parameter& yParameter() const { return *m_y_parameter; }
    [[nodiscard]] const Metric& measured() const { return *m_metric; }
    [[nodiscard]] double xValue(int column) const { return m_x[static_cast<std::size_t>(column)]; }
    [[nodiscard]] double yValue(int row) const { return m_y[static_cast<std::size_t>(row)]; }
    /// The figure, until it is computed that of the coarser neighbor; infinity if a scenario has none, such as a knee
    /// that is not reached. 0 before the first advance().
    [[nodiscard]] double value(int column, int row) const;
    /// The edit that changes the scenario to that of a cell, for a click.
    [[nodiscard]] Edit editTo(int column, int row) const;

private:
    struct Place {
        int column, row, stride; ///< the cell represents a square of this width until finer ones are computed
    };
    [[nodiscard]] std::size_t index(int column, int row) const;
    void fill(const Place& place, double value);

    Scenario m_scenario;
    Calibration m_calibration;
    const Parameter* m_x_parameter;
    const Parameter* m_y_parameter;
    const Metric* m_metric;
    Measure m_measure; ///< empty: measure()
    std::vector<double> m_x, m_y, m_values;
    std::vector<Place> m_order;
    std::size_t m_done = 0;
};

/// Values of a parameter over the range of its slider: evenly spaced on its scale, and whole if required.
[[nodiscard]] std::vector<double> axisValues(const Parameter& p, int count, bool whole);

} // namespace kneepoint
