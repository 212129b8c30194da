// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "model/catalogue/catalogue.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/text.h"

#include <QMenu>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

/// Pointer interaction of the chart.
namespace kneepoint {
namespace {

constexpr double near_point = 8; ///< pixels from the present K

constexpr double least_tolerance = 0.05;

} // namespace

ScalingChart::Handle ScalingChart::handleAt(const QPointF& at) const
{
    const QPointF triangle = workersHandle();
    if (std::abs(at.x() - triangle.x()) <= triangle_size + 3 && at.y() > triangle.y() - triangle_height - 4
        && at.y() < triangle.y() + triangle_size)
        return Handle::workers;
    const bool over = at.x() >= area().left() && at.x() <= area().right();
    if (over && std::abs(at.y() - toleranceHandle().y()) <= handle_reach)
        return Handle::tolerance;
    if (over && paneArea().contains(at) && std::abs(at.y() - gammaHandle().y()) <= handle_reach)
        return Handle::gamma;
    return Handle::none;
}

bool ScalingChart::grabHandle(const QPointF& at)
{
    m_handle = curveNamedAt(at) ? Handle::none : handleAt(at);
    m_picked = analysis().step.workers;
    return m_handle != Handle::none;
}

void ScalingChart::pickTolerance(double y, bool finished)
{
    const double asked = plot()->yAxis2->pixelToCoord(y);
    emit knobDragged(&parameter("assumptions.efficiency_tolerance"),
        std::clamp(std::round(asked * 100) / 100, least_tolerance, 1.0), finished);
}

/// Rounded to two digits, so that 1 is easy to hit.
void ScalingChart::pickGamma(double y, bool finished)
{
    constexpr double snap = 3; // pixels
    const Parameter& threshold = parameter("assumptions.knee_gamma");
    const double inside = std::clamp(y, paneArea().top(), paneArea().bottom());
    const QCPAxis& axis = *m_pane->axis(QCPAxis::atLeft);
    const double asked = axis.pixelToCoord(inside);
    const double unit = std::pow(10, std::floor(std::log10(asked)) - 1);
    const double value = std::abs(inside - axis.coordToPixel(1)) <= snap ? 1 : std::round(asked / unit) * unit;
    emit knobDragged(&threshold, std::clamp(value, threshold.range.min, threshold.range.max), finished);
}

void ScalingChart::dragHandle(const QPointF& at)
{
    if (m_handle == Handle::tolerance) {
        pickTolerance(at.y(), false);
    } else if (m_handle == Handle::gamma) {
        pickGamma(at.y(), false);
    } else if (const double k = std::round(workersAt(at.x())); k != m_picked) {
        m_picked = k;
        emit workersPicked(k);
    }
}

void ScalingChart::releaseHandle(const QPointF& at)
{
    if (m_handle == Handle::tolerance)
        pickTolerance(at.y(), true);
    if (m_handle == Handle::gamma)
        pickGamma(at.y(), true);
    m_handle = Handle::none;
}

void ScalingChart::click(const QPointF& at)
{
    if (const auto curve = curveNamedAt(at))
        setShown(*curve, !isShown(*curve));
    else if (area().contains(at) && std::abs(at.x() - xOf(analysis().step.workers)) < near_point)
        emit drilled();
}

std::optional<ScalingChart::Curve> ScalingChart::curveNamedAt(const QPointF& at) const
{
    for (const auto& [place, curve] : m_names)
        if (place.contains(at))
            return curve;
    return std::nullopt;
}

QRectF ScalingChart::nameRect(Curve curve) const
{
    const auto found = std::ranges::find(m_names, curve, &std::pair<QRectF, Curve>::second);
    return found == m_names.end() ? QRectF() : found->first;
}

std::vector<QCPGraph*> ScalingChart::graphsOf(Curve curve) const
{
    switch (curve) {
    case Curve::ideal:
        return {m_ideal};
    case Curve::speedup:
        return {m_speedup, m_speedup_band.low, m_speedup_band.high};
    case Curve::efficiency:
        return {m_efficiency, m_efficiency_band.low, m_efficiency_band.high};
    case Curve::gamma:
        return {m_gamma};
    case Curve::pinned:
        return {m_pinned.speedup, m_pinned.efficiency, m_pinned.gamma};
    case Curve::option:
        return {m_others.begin(), m_others.end()};
    case Curve::envelope:
        return {m_envelope};
    case Curve::ghost:
        break;
    }
    return {m_ghost.speedup, m_ghost.efficiency, m_ghost.gamma};
}

bool ScalingChart::isShown(Curve curve) const
{
    return graphsOf(curve).front()->visible();
}

void ScalingChart::setShown(Curve curve, bool shown)
{
    for (QCPGraph* graph : graphsOf(curve))
        graph->setVisible(shown);
    replot();
}

void ScalingChart::hover(const QPointF& at)
{
    const Handle handle = handleAt(at);
    plot()->setCursor(curveNamedAt(at)  ? Qt::PointingHandCursor
            : handle == Handle::none    ? Qt::ArrowCursor
            : handle == Handle::workers ? Qt::SizeHorCursor
                                        : Qt::SizeVerCursor);
    const bool inside = !analysis().curve.points.empty() && (area() | paneArea()).contains(at);
    setHover(at, inside ? 0 : -1, workersAt(at.x()));
}

QStringList ScalingChart::readout() const
{
    if (!hovered().isOn() || analysis().curve.points.empty())
        return {};
    const CurveSample sample = sampleCurve(analysis().curve, cursor());
    return QStringList{tr("K = %1").arg(toQString(sample.workers, Unit::none)),
               tr("step %1").arg(toQString(sample.step_s, Unit::seconds)),
               tr("speedup %1").arg(toQString(sample.speedup, Unit::factor)),
               tr("efficiency %1").arg(toQString(sample.efficiency, Unit::ratio)),
               tr("γ %1").arg(toQString(sample.gamma, Unit::none)), toQString(boundLabel(sample.bound))}
    + measuredReadout(sample.workers);
}

void ScalingChart::extendMenu(QMenu& menu)
{
    const auto add = [this, &menu](const QString& name, Curve curve) {
        QAction* action = menu.addAction(name, this, [this, curve](bool on) { setShown(curve, on); });
        action->setCheckable(true);
        action->setChecked(isShown(curve));
    };
    add(tr("Ideal speedup"), Curve::ideal);
    add(tr("Speedup"), Curve::speedup);
    add(tr("Efficiency"), Curve::efficiency);
    add(tr("Communication ratio γ"), Curve::gamma);
    if (!m_best.empty())
        add(tr("Best layout at each K"), Curve::envelope);
    if (reference())
        add(tr("Pinned scenario A"), Curve::pinned);
}

} // namespace kneepoint
