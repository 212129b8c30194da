// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/rows.h"

#include <qcustomplot.h>

#include <cmath>

namespace kneepoint {

int rowAt(const QCustomPlot& plot, const QPointF& at, std::size_t count)
{
    const QRect area = plot.axisRect()->rect();
    const int row = static_cast<int>(std::lround(plot.yAxis->pixelToCoord(at.y())));
    const bool inside = at.y() >= area.top() && at.y() <= area.bottom() && at.x() <= area.right();
    return inside && row >= 0 && row < static_cast<int>(count) ? row : -1;
}

} // namespace kneepoint
