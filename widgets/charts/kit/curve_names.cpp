// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/curve_names.h"

#include <qcustomplot.h>

#include <cmath>

namespace kneepoint {
namespace {

QPointF pixelOf(const QCPGraph& curve, int point)
{
    return {curve.keyAxis()->coordToPixel(curve.dataMainKey(point)),
        curve.valueAxis()->coordToPixel(curve.dataMainValue(point))};
}

} // namespace

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
