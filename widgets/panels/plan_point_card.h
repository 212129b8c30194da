// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"

#include <QWidget>

class QGridLayout;
class QLabel;
class QPushButton;

namespace kneepoint {

/// One cluster of a plan: its figures, its layout, and what can be done with it.
class PlanPointCard : public QWidget {
    Q_OBJECT
public:
    explicit PlanPointCard(QWidget* parent = nullptr);

    using QWidget::show;
    /// `recommended`: marked as the answer. `limits` are those of the question.
    void show(const PlanPoint& point, const PlanLimits& limits, bool recommended);
    [[nodiscard]] QString name() const;

    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void openWanted();
    void compareWanted();

private:
    struct Cell {
        QLabel *value, *note;
    };
    [[nodiscard]] Cell addCell(QGridLayout& grid, const QString& caption, int row, int column);

    QLabel* m_name;
    QLabel* m_mark;
    Cell m_time, m_cost, m_mfu, m_power;
    QLabel* m_layout;
    QPushButton* m_open;
};

} // namespace kneepoint
