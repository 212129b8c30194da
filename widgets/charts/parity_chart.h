// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/parity.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/legend.h"

#include <array>

class QCPGraph;

namespace kneepoint {

/// Predicted against measured step time of published runs, one marker each: the runs from which the interval of the
/// scenario was learned are highlighted. A click on a marker selects its run.
class ParityChart : public Chart {
    Q_OBJECT

public:
    explicit ParityChart(QWidget* parent = nullptr);

    [[nodiscard]] std::string csv() const override;

    /// The points must outlive their display in the chart.
    void setPoints(std::vector<const ParityPoint*> points);
    [[nodiscard]] const std::vector<const ParityPoint*>& points() const { return m_points; }
    /// Whether the vertical axis is the ratio of predicted to measured time instead of the predicted time.
    void setRatio(bool ratio);
    /// Draws a ring around the point; nullptr removes it.
    void select(const ParityPoint* point);

    /// How a marker looks.
    enum class Group { near_here, other, suspect };
    static constexpr std::size_t group_count = 3;
    [[nodiscard]] const QCPGraph* markers(Group group) const { return m_graphs[static_cast<std::size_t>(group)]; }
    [[nodiscard]] Group groupOf(const ParityPoint& point) const;
    /// The marker's center, in the plot's pixels.
    [[nodiscard]] QPointF placeOf(const ParityPoint& point) const;
    [[nodiscard]] QStringList readout() const override;

signals:
    void pointPicked(const kneepoint::ParityPoint* point);

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void drawHover(QPainter& painter) const override;
    void extendMenu(QMenu& menu) override;

private:
    [[nodiscard]] double heightOf(double measured_s, double predicted_s) const;
    /// Index of the marker at this position, or -1.
    [[nodiscard]] int pointAt(const QPointF& at) const;
    void fitAxes();
    void updateLegend();
    void drawGuides(QPainter& painter) const;
    void drawScenario(QPainter& painter) const;

    std::vector<const ParityPoint*> m_points;
    std::array<QCPGraph*, group_count> m_graphs{};
    Legend m_legend;
    const ParityPoint* m_selected = nullptr;
    bool m_ratio = false;
};

} // namespace kneepoint
