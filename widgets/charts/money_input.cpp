// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/kit/handles.h"

#include <QMenu>
#include <qcustomplot.h>

#include <algorithm>

/// Pointer interaction of the chart.
namespace kneepoint {

MoneyChart::Limit MoneyChart::deadline() const
{
    return {&parameter("assumptions.deadline"), plot()->yAxis2, analysis().scenario.assumptions.deadline_s};
}

MoneyChart::Limit MoneyChart::budget() const
{
    return {&parameter("assumptions.budget"), plot()->yAxis, analysis().scenario.assumptions.budget};
}

bool MoneyChart::isLimited() const
{
    return deadline().value > 0 || budget().value > 0;
}

/// The pill is on the axis of the limit, at the top while there is none; so is a limit that is dragged over the top.
LineHandle MoneyChart::lineOf(const Limit& limit) const
{
    const QRectF all = area();
    const bool set = limit.value > 0;
    const bool money = limit.axis == plot()->yAxis;
    const QColor color = money ? colors().text : colors().accent;
    const double y = set ? limit.axis->coordToPixel(limit.value) : all.top();
    const QPointF center(money ? all.left() + 14 : all.right() - 14, std::clamp(y, all.top(), all.bottom()));
    return {.parameter = limit.parameter,
        .room = all,
        .center = center,
        .pen = set ? QPen(color, 1.4, Qt::DashDotLine) : QPen(Qt::NoPen),
        .pill = set ? LineHandle::Pill::filled : LineHandle::Pill::hollow,
        .ink = set ? color : colors().muted,
        .value_at = [all, limit](double at) {
            const double asked = inTwoDigits(limit.axis->pixelToCoord(std::min(at, all.bottom())));
            return at < all.top() ? 0 : std::clamp(asked, limit.parameter->range.min, limit.parameter->range.max);
        }};
}

Hit MoneyChart::hitAt(const QPointF& at)
{
    if (m_shown.cost->data()->isEmpty())
        return {};
    Hit hit;
    const bool right_half = at.x() > area().center().x();
    const LineHandle nearer = lineOf(right_half ? deadline() : budget());
    const LineHandle farther = lineOf(right_half ? budget() : deadline());
    if (WorkersTriangle{workersHandle()}.contains(at))
        hit = workersHit();
    else if (nearer.contains(at))
        hit = lineHit(nearer);
    else if (farther.contains(at))
        hit = lineHit(farther);
    hit.part = area().contains(at) ? 0 : -1;
    hit.workers = workersAt(at.x());
    return hit;
}

void MoneyChart::extendMenu(QMenu& menu)
{
    const auto add = [&](const QString& name, const Limit& limit) {
        QAction* action = menu.addAction(name, this, [this, limit] { emit knobDragged(limit.parameter, 0, true); });
        action->setEnabled(limit.value > 0);
    };
    add(tr("No deadline"), deadline());
    add(tr("No budget"), budget());
}

} // namespace kneepoint
