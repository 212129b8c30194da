// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/row_chart.h"
#include "widgets/charts/waterfall_rows.h"

namespace kneepoint {

/// From what would be ideal down to what is predicted, a row for each loss, in the color of its part, labeled with its
/// size: the speedup of K replicas, or the share of the dense peak. A is a dashed outline, and its difference follows
/// the size; further options have outlines with other dashes.
class WaterfallChart : public RowChart {
    Q_OBJECT

public:
    enum class Measure { speedup, mfu };
    explicit WaterfallChart(QWidget* parent = nullptr, Measure measure = Measure::speedup);

    [[nodiscard]] Measure measure() const { return m_measure; }
    [[nodiscard]] QStringList variants() const override { return {tr("Speedup"), tr("MFU")}; }
    [[nodiscard]] int variant() const override { return static_cast<int>(m_measure); }
    void setVariant(int variant) override;

    using Row = WaterfallRow;
    using Fall = WaterfallRow::Fall;
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    /// In the plot's pixels.
    [[nodiscard]] QRectF barRect(const Fall& fall, int row) const;
    /// What may be written beside the bar of a row, the longest first: its size, and with A, in each of them, the
    /// difference from it. Empty for a loss that only A has.
    [[nodiscard]] QStringList labels(const Row& row) const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    [[nodiscard]] QStringList rowNames() const override;
    void drawRows(QPainter& painter) const override;
    void drawHover(QPainter& painter) const override;

private:
    void setUpAxis();
    [[nodiscard]] QString amount(double value) const;
    [[nodiscard]] QStringList sizesOf(const Row& row) const;
    /// How the row differs from A's; empty without A.
    [[nodiscard]] QString differenceOf(const Row& row) const;
    /// Outlines of the further options, and their letters at the totals.
    void drawOthers(QPainter& painter, LabelPlacer& placer) const;
    void drawGone(QPainter& painter, const Row& row, const QRectF& outline) const;
    [[nodiscard]] QColor groundOf(const Row& row) const;
    /// Losses that share the row of small ones, with their time.
    [[nodiscard]] QStringList small() const;
    [[nodiscard]] double ideal() const { return m_measure == Measure::mfu ? 1 : m_waterfall.ideal; }
    [[nodiscard]] static CsvTable mfuData(const Analysis& of);
    void fillBar(QPainter& painter, const Row& row, const QRectF& bar) const;
    void drawGhost(QPainter& painter, LabelPlacer& placer) const;

    Measure m_measure;
    Waterfall m_waterfall;
    MfuWaterfall m_mfu;
    std::vector<Row> m_rows;
};

} // namespace kneepoint
