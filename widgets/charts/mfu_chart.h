// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/mfu_waterfall.h"
#include "widgets/charts/kit/row_chart.h"

namespace kneepoint {

/// From the dense peak down to the achieved MFU, one loss per row, the first on top; the pinned scenario is dashed.
class MfuChart : public RowChart {
    Q_OBJECT

public:
    explicit MfuChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("MFU"); }
    [[nodiscard]] const MfuWaterfall& shown() const { return m_waterfall; }
    /// In the plot's pixels; row 0 is the peak, the last one the achieved MFU.
    [[nodiscard]] QRectF barRect(std::size_t row) const;
    [[nodiscard]] QStringList readout() const override;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    [[nodiscard]] QStringList rowNames() const override;
    void drawRows(QPainter& painter) const override;

private:
    struct Row {
        QString label;
        double from = 1, to = 0;
        const MfuBar* bar = nullptr; ///< nullptr for peak and result
    };
    [[nodiscard]] static std::vector<Row> rowsOf(const MfuWaterfall& w);
    [[nodiscard]] static QStringList wordsOf(const Row& row);
    void drawPinned(QPainter& painter) const;

    MfuWaterfall m_waterfall;
    std::optional<MfuWaterfall> m_pinned;
    std::vector<Row> m_rows;
};

} // namespace kneepoint
