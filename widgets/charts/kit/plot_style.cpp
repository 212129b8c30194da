// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/plot_style.h"

#include <qcustomplot.h>

namespace kneepoint {
namespace {

void styleAxis(QCPAxis& axis, const QFont& font, const Theme& colors)
{
    const bool value_axis = axis.orientation() == Qt::Vertical;
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.setTickLabelColor(colors.muted);
    axis.setLabelColor(colors.muted);
    axis.setBasePen(value_axis ? QPen(Qt::NoPen) : QPen(colors.muted, 1));
    axis.setTickPen(value_axis ? QPen(Qt::NoPen) : QPen(colors.muted, 1));
    axis.setSubTickPen(QPen(Qt::NoPen));
    axis.setTickLengthIn(0);
    axis.setTickLengthOut(value_axis ? 0 : 4);
    axis.setSubTicks(false);
    axis.setTickLabelPadding(value_axis ? 6 : 4);
    axis.setLabelPadding(4);
    axis.setPadding(0);

    QCPGrid& grid = *axis.grid();
    grid.setPen(QPen(colors.grid, 1));
    grid.setZeroLinePen(Qt::NoPen);
    grid.setSubGridVisible(false);
    grid.setAntialiased(false);
}

} // namespace

void stylePlot(QCustomPlot& plot, ThemeMode mode)
{
    const Theme& colors = theme(mode);
    const QFont font = roleFont(plot.font(), FontRole::small);
    plot.setBackground(QBrush(colors.panel));
    for (QCPAxisRect* rect : plot.axisRects())
        for (QCPAxis* axis : rect->axes())
            styleAxis(*axis, font, colors);
}

void zoomAcross(QCPAxisRect& rect)
{
    rect.setAutoMargins(QCP::msNone);
    rect.setRangeDrag(Qt::Horizontal);
    rect.setRangeZoom(Qt::Horizontal);
}

} // namespace kneepoint
