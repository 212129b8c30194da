// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/limits.h"
#include "model/analysis/run_curve.h"
#include "model/plan/envelope.h"
#include "widgets/charts/kit/chart.h"

#include <array>
#include <vector>

class QCPGraph;

namespace kneepoint {

class LabelPlacer;

/// Cost and duration of the whole training run over K: cost on the left axis, time on the right one, with the cheapest
/// K, the knee, and handles for a deadline and a budget; with automatic planning also for the best layout at each K.
/// Constant cost means perfect scaling.
class MoneyChart : public Chart {
    Q_OBJECT

public:
    explicit MoneyChart(QWidget* parent = nullptr);

    /// Cost and time with the best layout at each K; empty removes them.
    void setEnvelope(const Envelope& envelope);
    [[nodiscard]] const QCPGraph* bestCost() const { return m_best.cost; }
    [[nodiscard]] const QCPGraph* bestTime() const { return m_best.time; }
    /// Over K, in dollars and in seconds.
    [[nodiscard]] const QCPGraph* cost() const { return m_shown.cost; }
    [[nodiscard]] const QCPGraph* time() const { return m_shown.time; }
    [[nodiscard]] const QCPGraph* pinnedCost() const { return m_beside[pinned].cost; }
    /// Of a further option, 0 … 2.
    [[nodiscard]] const QCPGraph* otherCost(std::size_t option) const { return m_beside.at(1 + option).cost; }
    /// The cheapest K, with its best layout if known; 0 without a curve.
    [[nodiscard]] double cheapestWorkers() const { return m_cheapest; }
    /// Base of the triangle, in the plot's pixels.
    [[nodiscard]] QPointF workersHandle() const;
    /// The pills of the limits; at the top of the chart if a limit is not set.
    [[nodiscard]] QPointF deadlineHandle() const { return lineOf(deadline()).center; }
    [[nodiscard]] QPointF budgetHandle() const { return lineOf(budget()).center; }
    /// Worker counts that meet the limits; empty without limits.
    [[nodiscard]] const std::vector<WorkerRange>& allowed() const { return m_allowed; }
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void extendMenu(QMenu& menu) override;
    void drawHover(QPainter& painter) const override;

private:
    struct Curves {
        QCPGraph* cost = nullptr;
        QCPGraph* time = nullptr;
    };
    Curves addCurves();
    static void fill(const Curves& curves, const std::vector<RunPoint>& runs);
    void fit(const Analysis& analysis);
    /// Interpolated between the points on the logarithm of K.
    [[nodiscard]] static double curveAt(const QCPGraph& graph, double workers);
    /// A parameter shown as a line across the chart.
    struct Limit {
        const Parameter* parameter = nullptr;
        QCPAxis* axis = nullptr;
        double value = 0; ///< 0: none
    };
    [[nodiscard]] Limit deadline() const;
    [[nodiscard]] Limit budget() const;
    [[nodiscard]] bool isLimited() const;
    [[nodiscard]] LineHandle lineOf(const Limit& limit) const;
    void drawForbidden(QPainter& painter) const;
    void drawLimit(QPainter& painter, LabelPlacer& placer, const Limit& limit) const;
    void drawKnee(QPainter& painter, LabelPlacer& placer) const;
    void drawCheapest(QPainter& painter, LabelPlacer& placer) const;
    void drawCurveNames(QPainter& painter, LabelPlacer& placer) const;
    void drawCurveName(QPainter& painter, LabelPlacer& placer, const QCPGraph& graph, const QString& words) const;
    void drawDots(QPainter& painter, double workers, double radius) const;

    std::vector<RunPoint> m_best_runs; ///< with the best layouts; empty if they are not known
    Curves m_best;
    Curves m_shown;
    std::array<Curves, 5> m_beside;
    std::vector<WorkerRange> m_allowed;
    double m_cheapest = 0; ///< K; 0: there is no price
};

} // namespace kneepoint
