// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/statistical_wall.h"
#include "widgets/charts/kit/chart.h"

class QCPGraph;

namespace kneepoint {

/// The statistical wall: useful and wasted examples needed to reach the target, and the time this takes, over the
/// global batch; the critical batch is marked.
class StatisticsChart : public Chart {
    Q_OBJECT

public:
    explicit StatisticsChart(QWidget* parent = nullptr);

    /// What is drawn.
    [[nodiscard]] const StatisticalWall& drawn() const { return m_wall; }
    /// Of the critical batch, in the plot's pixels.
    [[nodiscard]] double criticalX() const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& a) const override
    {
        return statisticalWallSentence(statisticalWall(a));
    }
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;

private:
    struct Curves {
        QCPGraph* examples = nullptr;
        QCPGraph* time = nullptr;
    };
    Curves addCurves();
    static void fill(const Curves& curves, const StatisticalWall& wall);
    void drawMarks(QPainter& painter) const;

    StatisticalWall m_wall;
    QCPGraph* m_useful = nullptr;
    Curves m_pinned;
    Curves m_ghost;
    Curves m_shown;
};

} // namespace kneepoint
