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

bool RooflineChart::isOverPoint(const QPointF& at) const
{
    constexpr double reach = 11;
    const auto here = pixelOf(m_point);
    return here && std::hypot(at.x() - here->x(), at.y() - here->y()) <= reach
        && batchForIntensity(analysis(), m_point.roof, m_point.intensity);
}

bool RooflineChart::grabHandle(const QPointF& at)
{
    if (!isOverPoint(at))
        return false;
    m_held = m_point.roof;
    m_picked.reset();
    return true;
}

/// The point stays on the intensity at which it was taken, also where another roof comes to limit.
void RooflineChart::dragHandle(const QPointF& at)
{
    const double x = std::clamp(at.x(), area().left(), area().right());
    const double intensity = plot()->xAxis->pixelToCoord(x);
    const auto batch = batchForIntensity(analysis(), *m_held, intensity);
    if (!batch || *batch == m_picked.value_or(analysis().scenario.workload.batch_per_gpu))
        return;
    m_picked = batch;
    emit knobDragged(&parameter("workload.batch_per_gpu"), *batch, false);
}

void RooflineChart::releaseHandle(const QPointF&)
{
    m_held.reset();
    if (!m_picked)
        return;
    emit knobDragged(&parameter("workload.batch_per_gpu"), *m_picked, true);
    refresh();
}

void RooflineChart::hover(const QPointF& at)
{
    plot()->setCursor(isOverPoint(at) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    setHover(at, area().contains(at) ? 0 : -1);
}

} // namespace kneepoint
