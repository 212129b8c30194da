// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"

#include <vector>

class QCPGraph;

namespace kneepoint {

class LabelPlacer;

/// What the whole training run costs and how long it takes, over K: money on the left axis, time on the right one,
/// with the cheapest K and the knee. A flat line of costs is perfect scaling.
class MoneyChart : public Chart {
    Q_OBJECT

public:
    explicit MoneyChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Money and time"); }
    [[nodiscard]] std::string csv() const override;

    /// Over K, in dollars and in seconds.
    [[nodiscard]] const QCPGraph* cost() const { return m_shown.cost; }
    [[nodiscard]] const QCPGraph* time() const { return m_shown.time; }
    [[nodiscard]] const QCPGraph* pinnedCost() const { return m_pinned.cost; }
    /// The cheapest K; 0 without a curve.
    [[nodiscard]] double cheapestWorkers() const;
    /// Foot of the triangle, in the plot's pixels.
    [[nodiscard]] QPointF workersHandle() const;
    [[nodiscard]] QStringList readout() const;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    void restyle() override;
    bool grabHandle(const QPointF& at) override;
    void dragHandle(const QPointF& at) override;
    void hover(const QPointF& at) override;
    void leave() override;

private:
    struct Curves {
        QCPGraph* cost = nullptr;
        QCPGraph* time = nullptr;
    };
    Curves addCurves();
    static void fill(const Curves& curves, const Analysis* analysis);
    void fit(const Analysis& analysis);
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] double xOf(double workers) const;
    [[nodiscard]] double workersAt(double x) const;
    [[nodiscard]] bool isOverHandle(const QPointF& at) const;
    void drawKnee(QPainter& painter, LabelPlacer& placer) const;
    void drawCheapest(QPainter& painter, LabelPlacer& placer) const;
    void drawNames(QPainter& painter, LabelPlacer& placer) const;
    void drawCurveName(QPainter& painter, LabelPlacer& placer, const QCPGraph& graph, const QString& words) const;
    void drawDots(QPainter& painter, double workers, double radius) const;
    void drawHover(QPainter& painter) const;

    Curves m_shown;
    Curves m_pinned;
    Curves m_ghost;
    QPointF m_pointer;
    double m_picked = 0;
    bool m_inside = false;
};

} // namespace kneepoint
