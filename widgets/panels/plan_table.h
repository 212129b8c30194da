// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"

#include <QTableWidget>

#include <vector>

namespace kneepoint {

/// The clusters of a plan, one per row: the recommended first, then the cheapest that meet the limits, then the others.
class PlanTable : public QTableWidget {
    Q_OBJECT
public:
    explicit PlanTable(QWidget* parent = nullptr);

    /// The Pareto front, and the best of each candidate beside it; chances only if a limit of the question needs one.
    void show(const PlanAnswer& answer, const PlanLimits& limits);
    using QWidget::show;
    /// Selects the row of a point, if there is one.
    void choose(const PlanPoint& point);
    [[nodiscard]] const PlanPoint& point(int row) const { return m_points[static_cast<std::size_t>(row)]; }

    /// What is written instead of rows as long as there are none.
    void setNotice(const QString& sentence);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(const kneepoint::PlanPoint& point);
    /// By a double click or Enter.
    void opened(const kneepoint::PlanPoint& point);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<PlanPoint> m_points;
    QString m_notice;
};

} // namespace kneepoint
