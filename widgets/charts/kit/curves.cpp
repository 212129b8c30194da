// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/curves.h"

#include "widgets/charts/kit/plot_style.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

QPointF pixelOf(const QCPGraph& curve, int point)
{
    return {curve.keyAxis()->coordToPixel(curve.dataMainKey(point)),
        curve.valueAxis()->coordToPixel(curve.dataMainValue(point))};
}

} // namespace

QCPGraph* addCurve(QCustomPlot& plot, QCPAxis* key, QCPAxis* value)
{
    QCPGraph* graph = plot.addGraph(key, value);
    graph->setAdaptiveSampling(false);
    graph->setSelectable(QCP::stNone);
    return graph;
}

void setPoints(QCPGraph& curve, const QVector<QPointF>& points)
{
    QVector<QCPGraphData> data;
    data.reserve(points.size());
    for (const QPointF& point : points)
        data.append({point.x(), point.y()});
    curve.data()->set(data, true);
}

Band addBand(QCustomPlot& plot, QCPAxis* key, QCPAxis* value)
{
    const Band band{addCurve(plot, key, value), addCurve(plot, key, value)};
    for (QCPGraph* end : {band.low, band.high}) {
        end->setPen(Qt::NoPen);
        end->setLayer(QStringLiteral("grid"));
    }
    band.high->setChannelFillGraph(band.low);
    return band;
}

void setBand(const Band& band, const std::vector<BandPoint>& points)
{
    const double top = band.high->valueAxis()->range().upper;
    QVector<QPointF> low;
    QVector<QPointF> high;
    for (const BandPoint& point : points) {
        low.append({point.x, std::min(point.low, top)});
        high.append({point.x, std::min(point.high, top)});
    }
    setPoints(*band.low, low);
    setPoints(*band.high, high);
}

void setUpTwoScales(QCustomPlot& plot)
{
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis, plot.yAxis2}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setRange(1, 256);
    }
    plot.yAxis2->setVisible(true);
    zoomAcross(*plot.axisRect());
}

void colorRightAxis(const QCustomPlot& plot, const QColor& color)
{
    plot.yAxis2->setLabelColor(color);
    plot.yAxis2->setTickLabelColor(color);
    plot.yAxis2->grid()->setVisible(false);
}

std::vector<QRectF> placesBeside(const QCPGraph& curve, const QSizeF& size, std::initializer_list<double> shares)
{
    constexpr double gap = 5;
    std::vector<QRectF> places;
    for (const double share : shares) {
        const QPointF at = pixelOf(curve, static_cast<int>(std::lround(share * (curve.dataCount() - 1))));
        for (const double dy : {-size.height() - gap, gap})
            places.emplace_back(at + QPointF(-size.width(), dy), size);
    }
    return places;
}

void blockCurve(LabelPlacer& placer, const QCPGraph& curve)
{
    for (int point = 0; point < curve.dataCount(); ++point)
        placer.block(QRectF(pixelOf(curve, point) - QPointF(4, 3), QSizeF(8, 6)));
}

} // namespace kneepoint
