// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/metric.h"
#include "model/scenario/boxed_scenario.h"
#include "model/scenario/edit.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace kneepoint {

/// A figure over two knobs, computed in slices: coarse picture first, then finer, so that a worker can show what
/// there is, go on, or drop the map. A value type; copying it is a snapshot.
class KneeMap {
public:
    /// Columns and rows, at least 2 each; parameters that hold numbers, two different ones. Axes span the sliders.
    KneeMap(const Scenario& s, Calibration calibration, const Parameter& x, const Parameter& y, const Metric& m,
        int columns, int rows);

    /// How the figure of a cell's scenario is found, where measure() is not meant. Of a map not begun.
    using Measure = std::function<std::optional<double>(const Scenario&)>;
    void measureBy(Measure measure) { m_measure = std::move(measure); }

    /// Computes up to `cells` more; returns whether any are left.
    bool advance(int cells);
    [[nodiscard]] bool isDone() const { return m_done == m_order.size(); }
    /// Every cell has a value, be it that of a coarse neighbor.
    [[nodiscard]] bool isCoarselyDone() const;
    [[nodiscard]] double progress() const; ///< 0 … 1

    [[nodiscard]] int columns() const { return static_cast<int>(m_x.size()); }
    [[nodiscard]] int rows() const { return static_cast<int>(m_y.size()); }
    [[nodiscard]] const Parameter& xParameter() const { return *m_x_parameter; }
    [[nodiscard]] const Parameter& yParameter() const { return *m_y_parameter; }
    [[nodiscard]] const Metric& measured() const { return *m_metric; }
    [[nodiscard]] double xValue(int column) const { return m_x[static_cast<std::size_t>(column)]; }
    [[nodiscard]] double yValue(int row) const { return m_y[static_cast<std::size_t>(row)]; }
    /// Whether the cell itself has been computed; until then value() is that of its coarser neighbor.
    [[nodiscard]] bool isKnown(int column, int row) const;
    /// The figure; infinity where a scenario has none, as for a knee that does not come. 0 before the first advance().
    [[nodiscard]] double value(int column, int row) const;
    /// The edit that moves the scenario to a cell: what a click does.
    [[nodiscard]] Edit editTo(int column, int row) const;

private:
    struct Place {
        int column, row, stride; ///< the cell stands for a square of this width until finer ones come
    };
    [[nodiscard]] std::size_t index(int column, int row) const;
    void fill(const Place& place, double value);

    BoxedScenario m_scenario;
    Calibration m_calibration;
    const Parameter* m_x_parameter;
    const Parameter* m_y_parameter;
    const Metric* m_metric;
    Measure m_measure; ///< empty: measure()
    std::vector<double> m_x, m_y, m_values;
    std::vector<bool> m_known;
    std::vector<Place> m_order;
    std::size_t m_done = 0;
};

/// Values of a knob over its slider: even on its scale, whole where it must be, powers of two stay real-valued.
[[nodiscard]] std::vector<double> axisValues(const Parameter& p, int count);

} // namespace kneepoint
