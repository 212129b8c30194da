// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory_use.h"
#include "model/results/sentences.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/legend.h"

#include <utility>
#include <vector>

namespace kneepoint {

/// Memory used on a GPU of each pipeline stage, by kind, against its capacity. The first, the last and the fullest
/// stage are labeled, the others if there is room.
class StageMemoryChart : public Chart {
    Q_OBJECT

public:
    explicit StageMemoryChart(QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<MemoryUse>& stages() const { return m_stages; }
    /// The bar of a stage, in the plot's pixels.
    [[nodiscard]] QRectF barRect(int stage) const;
    /// Stages that have their number under their bar.
    [[nodiscard]] std::vector<int> namedStages() const;
    /// Where the total of a stage was written last, in the plot's pixels; empty if it had no room.
    [[nodiscard]] QRectF totalRect(int stage) const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& a) const override { return stageMemorySentence(a); }
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;

private:
    void drawBar(QPainter& painter, const MemoryUse& use) const;
    void drawNames(QPainter& painter) const;
    void drawTotals(QPainter& painter, LabelPlacer& placer) const;
    void updateLegend();

    std::vector<MemoryUse> m_stages;
    mutable std::vector<std::pair<QRectF, int>> m_totals; ///< as drawn last
    int m_fullest = 0;
    Legend m_legend;
};

} // namespace kneepoint
