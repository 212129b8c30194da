// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"
#include "widgets/charts/kit/chart.h"

class QCPGraph;

namespace kneepoint {

/// The Pareto front of cost against time: each point is a cluster with its best layout and can be opened. The knee, the
/// recommended point and the limits are marked. Set with setAnswer().
class PlanChart : public Chart {
    Q_OBJECT

public:
    explicit PlanChart(QWidget* parent = nullptr);

    void setAnswer(const PlanAnswer& answer, const PlanLimits& limits);
    /// Shows this sentence instead of the recommendation; empty: the recommendation again.
    void setNotice(const QString& sentence);
    [[nodiscard]] const PlanAnswer& answer() const { return m_answer; }
    /// In the plot's pixels.
    [[nodiscard]] QPointF pointPosition(std::size_t point) const;
    [[nodiscard]] QStringList readout() const override;
    /// "512 × H100 SXM, 400G InfiniBand".
    [[nodiscard]] static QString hardwareText(const PlanPoint& point);

signals:
    void pointPicked(const kneepoint::PlanPoint& point);

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    void drawHover(QPainter& painter) const override { drawReadoutIn(painter, area()); }

private:
    [[nodiscard]] int pointAt(const QPointF& at) const;
    [[nodiscard]] QPointF positionOf(const PlanPoint& point) const;
    void fit();
    void drawFeasible(QPainter& painter) const;
    void drawLimits(QPainter& painter) const;
    void drawPoints(QPainter& painter) const;

    PlanAnswer m_answer;
    PlanLimits m_limits;
    QString m_notice;
    QCPGraph* m_front;
};

} // namespace kneepoint
