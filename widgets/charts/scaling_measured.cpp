// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "widgets/charts/kit/marks.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <cmath>

/// Measured sizes of the job, on the curves.
namespace kneepoint {

std::vector<QPointF> ScalingChart::measuredMarks(const QCPGraph& graph, double MeasuredSize::*value) const
{
    std::vector<QPointF> marks;
    if (!hasAnalysis() || !graph.visible())
        return marks;
    for (const MeasuredSize& size : analysis().measured.sizes) {
        const QPointF at(xOf(size.workers), graph.valueAxis()->coordToPixel(size.*value));
        if (area().contains(at))
            marks.push_back(at);
    }
    return marks;
}

std::vector<QPointF> ScalingChart::measuredSpeedups() const
{
    return measuredMarks(*m_speedup, &MeasuredSize::speedup);
}

void ScalingChart::drawMeasured(QPainter& painter) const
{
    for (const QPointF& at : measuredMarks(*m_efficiency, &MeasuredSize::efficiency))
        drawMeasuredMark(painter, at, themeMode());
    for (const QPointF& at : measuredSpeedups())
        drawMeasuredMark(painter, at, themeMode());
}

QStringList ScalingChart::measuredReadout(double workers) const
{
    constexpr double near = 0.03; // of the logarithm of K
    QStringList lines;
    for (const MeasuredSize& size : analysis().measured.sizes)
        if (std::abs(std::log(size.workers / workers)) < near)
            lines << tr("◇ measured step %1, efficiency %2 (%3)")
                         .arg(toQString(size.step_s, Unit::seconds), toQString(size.efficiency, Unit::ratio),
                             toQString(size.source));
    return lines;
}

} // namespace kneepoint
