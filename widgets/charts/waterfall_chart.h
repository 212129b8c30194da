// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/row_chart.h"
#include "widgets/charts/waterfall_rows.h"

namespace kneepoint {

/// From the ideal speedup down to the predicted one: a row for each loss, in the color of its part, labeled with its
/// size. Logarithmic if the remaining speedup is small, so that it can be read.
class WaterfallChart : public RowChart {
    Q_OBJECT

public:
    explicit WaterfallChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Gap"); }

    using Row = WaterfallRow;
    using Fall = WaterfallRow::Fall;
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] bool isLogarithmic() const;
    /// In the plot's pixels.
    [[nodiscard]] QRectF barRect(const Fall& fall, int row) const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    [[nodiscard]] QStringList rowNames() const override;
    void drawRows(QPainter& painter) const override;
    void drawHoveredRow(QPainter& painter) const override;

private:
    void chooseScale();
    void fit();
    [[nodiscard]] QStringList sizesOf(const Row& row) const;
    [[nodiscard]] QColor groundOf(const Row& row) const;
    [[nodiscard]] bool isMember(const WaterfallBar& bar) const;
    void fillBar(QPainter& painter, const Row& row, const QRectF& bar) const;
    void drawGhost(QPainter& painter, LabelPlacer& placer) const;

    Waterfall m_waterfall;
    std::optional<Waterfall> m_pinned;
    std::vector<Row> m_rows;
};

} // namespace kneepoint
