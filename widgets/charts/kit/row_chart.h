// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/kit/chart.h"

#include <QRectF>
#include <QStringList>

namespace kneepoint {

/// A chart of horizontal bars in named rows, the first on top: waterfalls and sensitivities. Zooms and pans only
/// horizontally; the row under the pointer has a read-out.
class RowChart : public Chart {
    Q_OBJECT

protected:
    /// Height of a bar, as a fraction of its row.
    static constexpr double bar_height = 0.66;

    /// `most_names` is the largest share of the width for the names of the rows.
    RowChart(const QString& title, QWidget* parent, double most_names = 0.4);

    /// The names of the rows, which decide their number and the left margin.
    [[nodiscard]] virtual QStringList rowNames() const = 0;
    /// Paints the rows; only called with an analysis.
    virtual void drawRows(QPainter& painter) const = 0;

    void restyle() override { fitMargins(); }
    [[nodiscard]] Hit hitAt(const QPointF& at) override;
    /// To be called when the rows have changed.
    void rowsChanged();

    /// Leaves room for the names, the axis and, above the rows, for `top` pixels.
    void fitMargins(int top = 8);
    /// The bar between two values in a row, in the plot's pixels, cut at the chart's edges.
    [[nodiscard]] QRectF barBetween(double from, double to, std::size_t row) const;
    /// The number of rows that are high enough for a line of text, at least 1.
    [[nodiscard]] std::size_t rowsThatFit() const;
    /// Draws a label beside the bar, or else in it: the longest of the wordings that fits, where the outline of the
    /// pinned scenario, if there is one, does not cross it. Returns its place.
    QRectF drawBarLabel(QPainter& painter, const QRectF& bar, const QStringList& wordings, const QColor& ground,
        const QRectF& outline = {}) const;
    /// Outlines a bar of a pinned scenario; A's is dashed.
    void drawPinnedBar(QPainter& painter, const QRectF& bar, Qt::PenStyle style = Qt::DashLine) const;

private:
    double m_most_names;
};

} // namespace kneepoint
