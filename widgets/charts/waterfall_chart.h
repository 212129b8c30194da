// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/waterfall.h"
#include "widgets/charts/chart.h"

#include <optional>
#include <vector>

namespace kneepoint {

/// From the ideal speedup down to the predicted one: a row for each loss, in the colour of its part, labelled with its
/// size. Logarithmic where the losses leave little, so that small rests can be read.
class WaterfallChart : public Chart {
    Q_OBJECT

public:
    explicit WaterfallChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Gap"); }

    struct Fall {
        double from = 0;
        double to = 0;
        double lost_s = 0;
    };
    /// The ideal and the prediction (which fall to nothing), and between them the losses of what is shown and of the
    /// pinned scenario.
    struct Row {
        std::string_view id; ///< WaterfallBar::id, "ideal" or "predicted"
        QString label;
        std::optional<Quantity> quantity; ///< none for the ideal and the prediction
        std::optional<Fall> fall;
        std::optional<Fall> pinned;
    };
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] bool isLogarithmic() const;
    /// In the plot's pixels.
    [[nodiscard]] QRectF barRect(const Fall& fall, int row) const;
    [[nodiscard]] QStringList readout() const;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& analysis) const override;
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    void hover(const QPointF& at) override;
    void leave() override;

private:
    void addRow(const Row& row);
    void collectRows();
    void chooseScale();
    void fit();
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] QStringList sizesOf(const Row& row) const;
    [[nodiscard]] QFont rowFont() const;
    [[nodiscard]] QColor colorOf(const Row& row) const;
    void drawRows(QPainter& painter) const;
    void drawLabel(QPainter& painter, const Row& row, const QRectF& bar) const;
    void drawGhost(QPainter& painter) const;
    void drawHover(QPainter& painter) const;

    Waterfall m_waterfall;
    std::optional<Waterfall> m_pinned;
    std::vector<Row> m_rows;
    QPointF m_pointer;
    int m_hovered = -1;
};

} // namespace kneepoint
