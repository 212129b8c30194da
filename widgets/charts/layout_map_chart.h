// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_map.h"
#include "widgets/charts/kit/chart.h"

namespace kneepoint {

/// The best layout for every pair of degrees, as a map colored by a metric; gray where none fits. The best one and that
/// of the scenario are marked. Needs the results of a search in addition to an Analysis, see setMap().
class LayoutMapChart : public Chart {
    Q_OBJECT

public:
    explicit LayoutMapChart(QWidget* parent = nullptr);

    /// `job` is the scenario whose layouts these are.
    void setMap(const Scenario& job, LayoutMap map);
    [[nodiscard]] const LayoutMap& map() const { return m_map; }
    /// A metric that depends on a single step.
    void setMetric(const Metric& metric);
    /// Middle of a cell, in the plot's pixels.
    [[nodiscard]] QPointF cellPosition(std::size_t column, std::size_t row) const;
    [[nodiscard]] QStringList readout() const override;

signals:
    /// The pointer is over a cell with a layout that fits, or over none (nothing).
    void layoutHovered(const std::optional<kneepoint::Layout>& layout);
    void layoutPicked(const kneepoint::Layout& layout);

protected:
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void drawHover(QPainter& painter) const override { drawReadoutIn(painter, area()); }
    void hoverChanged() override;

private:
    [[nodiscard]] QRectF cellRect(std::size_t index) const;
    [[nodiscard]] int cellAt(const QPointF& at) const;
    [[nodiscard]] std::optional<double> valueOf(const LayoutCell& cell) const;
    [[nodiscard]] QColor colorOf(double value) const;
    void drawCells(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;
    void drawAxes(QPainter& painter) const;
    void drawKey(QPainter& painter) const;

    const Metric* m_metric = &kneepoint::metric("step_s");
    Scenario m_job;
    LayoutMap m_map;
    std::vector<std::optional<double>> m_values; ///< of the metric, one per cell
    double m_least = 0, m_most = 0;
};

} // namespace kneepoint
