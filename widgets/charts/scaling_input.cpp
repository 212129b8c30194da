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

QPen dotted(const QColor& color)
{
    QPen pen(color, 1);
    pen.setDashPattern({2, 4});
    return pen;
}

} // namespace

LineHandle ScalingChart::tolerance() const
{
    constexpr double inside = 14; // clear of the axis' labels
    const double now = analysis().scenario.assumptions.efficiency_tolerance;
    return {.parameter = &parameter("assumptions.efficiency_tolerance"),
        .room = area(),
        .center = {area().right() - inside, efficiencyY(now)},
        .pen = dotted(colors().accent),
        .ink = colors().accent,
        .value_at = [this](double y) {
            return std::clamp(std::round(plot()->yAxis2->pixelToCoord(y) * 100) / 100, least_tolerance, 1.0);
        }};
}

/// Rounded so that 1 is easy to hit.
LineHandle ScalingChart::threshold() const
{
    constexpr double snap = 3; // pixels
    const QCPAxis& axis = *m_pane->axis(QCPAxis::atLeft);
    const Parameter& gamma = parameter("assumptions.knee_gamma");
    return {.parameter = &gamma,
        .room = paneArea(),
        .center = {paneArea().left() + 14, axis.coordToPixel(analysis().scenario.assumptions.knee_gamma)},
        .pen = dotted(quantityColor(Quantity::data_comm, themeMode())),
        .pill = LineHandle::Pill::none,
        .value_at = [this, &axis, &gamma](double y) {
            const double inside = std::clamp(y, paneArea().top(), paneArea().bottom());
            const bool at_one = std::abs(inside - axis.coordToPixel(1)) <= snap;
            const double asked = at_one ? 1 : inTwoDigits(axis.pixelToCoord(inside));
            return std::clamp(asked, gamma.range.min, gamma.range.max);
        }};
}

Hit ScalingChart::hitAt(const QPointF& at)
{
    Hit hit;
    if (const auto curve = curveNamedAt(at))
        hit = {.cursor = Qt::PointingHandCursor, .click = [this, named = *curve] { setShown(named, !isShown(named)); }};
    else if (WorkersTriangle{workersHandle()}.contains(at))
        hit = workersHit();
    else if (tolerance().contains(at))
        hit = lineHit(tolerance());
    else if (paneArea().contains(at) && threshold().contains(at))
        hit = lineHit(threshold());
    else if (area().contains(at) && std::abs(at.x() - xOf(analysis().step.workers)) < near_point)
        hit.click = [this] { emit drilled(); };
    hit.part = !analysis().curve.points.empty() && (area() | paneArea()).contains(at) ? 0 : -1;
    hit.workers = workersAt(at.x());
    return hit;
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
        return {m_beside[pinned].speedup, m_beside[pinned].efficiency, m_beside[pinned].gamma};
    case Curve::option:
        return {m_beside[1].speedup, m_beside[2].speedup, m_beside[3].speedup};
    case Curve::envelope:
        return {m_envelope};
    case Curve::ghost:
        break;
    }
    return {m_beside[previewed].speedup, m_beside[previewed].efficiency, m_beside[previewed].gamma};
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
        addChoice(menu, name, isShown(curve), [this, curve] { setShown(curve, !isShown(curve)); });
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
