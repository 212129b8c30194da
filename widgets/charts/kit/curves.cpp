// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/curves.h"

#include <qcustomplot.h>

namespace kneepoint {

QCPGraph* addCurve(QCustomPlot& plot, QCPAxis* key, QCPAxis* value)
{
    QCPGraph* graph = plot.addGraph(key, value);
    graph->setAdaptiveSampling(false);
    graph->setSelectable(QCP::stNone);
    return graph;
}

void setUpTwoScales(QCustomPlot& plot)
{
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis, plot.yAxis2}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setRange(1, 256);
    }
    plot.yAxis2->setVisible(true);
    plot.axisRect()->setAutoMargins(QCP::msNone);
    plot.axisRect()->setRangeDrag(Qt::Horizontal);
    plot.axisRect()->setRangeZoom(Qt::Horizontal);
}

void colorRightAxis(const QCustomPlot& plot, const QColor& color)
{
    plot.yAxis2->setLabelColor(color);
    plot.yAxis2->setTickLabelColor(color);
    plot.yAxis2->grid()->setVisible(false);
}

} // namespace kneepoint
