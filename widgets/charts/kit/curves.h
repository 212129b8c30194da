// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/kit/labels.h"

#include <QVector>

#include <initializer_list>

class QColor;
class QCPAxis;
class QCPGraph;
class QCustomPlot;

namespace kneepoint {

/// Adds a curve that is drawn point by point and cannot be selected.
[[nodiscard]] QCPGraph* addCurve(QCustomPlot& plot, QCPAxis* key, QCPAxis* value);

/// Gives a curve these points, which are in the order of their x.
void setPoints(QCPGraph& curve, const QVector<QPointF>& points);
/// A point for each element of a range that has a positive one: others have no pixel on a logarithmic axis.
template <class Range, class PointOf> void setPoints(QCPGraph& curve, const Range& range, const PointOf& point_of)
{
    QVector<QPointF> points;
    for (const auto& element : range)
        if (const QPointF point = point_of(element); point.y() > 0)
            points.append(point);
    setPoints(curve, points);
}

/// The area of an interval, over the grid and under all curves.
struct Band {
    QCPGraph* low = nullptr;
    QCPGraph* high = nullptr; ///< its brush fills the area
};
struct BandPoint {
    double x = 0;
    double low = 0;
    double high = 0;
};
[[nodiscard]] Band addBand(QCustomPlot& plot, QCPAxis* key, QCPAxis* value);
/// Cuts it at the upper end of its axis: picture formats without clipping would show all of it.
void setBand(const Band& band, const std::vector<BandPoint>& points);

/// Sets up a plot of two quantities over a third, all on logarithmic axes, the second one on the right: zooms and pans
/// only horizontally.
void setUpTwoScales(QCustomPlot& plot);
/// Draws the right axis in the color of its curve; the grid is that of the left axis.
void colorRightAxis(const QCustomPlot& plot, const QColor& color);

/// Boxes for a name above and below a curve, at these fractions of its points; the name ends at the point.
[[nodiscard]] std::vector<QRectF> placesBeside(
    const QCPGraph& curve, const QSizeF& size, std::initializer_list<double> shares);

/// Blocks the curve for labels.
void blockCurve(LabelPlacer& placer, const QCPGraph& curve);

} // namespace kneepoint
