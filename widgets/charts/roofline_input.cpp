// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "model/analysis/intensity.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

/// Pointer interaction of the chart.
namespace kneepoint {

/// The point is a handle of the batch. It stays on the intensity at which it was taken, also where another roof comes
/// to limit.
Hit RooflineChart::hitAt(const QPointF& at)
{
    constexpr double reach = 11;
    Hit hit{.part = area().contains(at) ? 0 : -1};
    const auto here = pixelOf(m_point);
    if (!here || std::hypot(at.x() - here->x(), at.y() - here->y()) > reach
        || !batchForIntensity(analysis(), m_point.roof, m_point.intensity))
        return hit;
    hit.cursor = Qt::SizeHorCursor;
    hit.drag = [this, held = m_point.roof, picked = std::optional<double>()](const QPointF& to, bool finished) mutable {
        const Parameter& batch = parameter("workload.batch_per_gpu");
        m_held = finished ? std::nullopt : std::optional(held);
        if (finished && picked) {
            emit knobDragged(&batch, *picked, true);
            refresh();
        }
        if (finished)
            return;
        const double x = std::clamp(to.x(), area().left(), area().right());
        const auto asked = batchForIntensity(analysis(), held, plot()->xAxis->pixelToCoord(x));
        if (!asked || *asked == picked.value_or(analysis().scenario.workload.batch_per_gpu))
            return;
        picked = asked;
        emit knobDragged(&batch, *asked, false);
    };
    return hit;
}

} // namespace kneepoint
