// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/kit/marks.h"

#include <QMenu>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

/// Pointer interaction of the chart.
namespace kneepoint {
namespace {

/// Rounded to two significant digits.
double rounded(double value)
{
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

} // namespace

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

/// On its axis; at the top while there is no limit.
QPointF MoneyChart::handleOf(const Limit& limit) const
{
    const double y = limit.value > 0 ? limit.axis->coordToPixel(limit.value) : area().top();
    const double x = limit.axis == plot()->yAxis ? area().left() + 14 : area().right() - 14;
    return {x, std::clamp(y, area().top(), area().bottom())};
}

MoneyChart::Handle MoneyChart::handleAt(const QPointF& at) const
{
    const QPointF foot = workersHandle();
    if (std::abs(at.x() - foot.x()) <= triangle_size + 3 && at.y() > foot.y() - triangle_height - 4
        && at.y() < foot.y() + triangle_size)
        return Handle::workers;
    const auto isNear = [&](const Limit& limit) {
        const QPointF pill = handleOf(limit);
        const bool on_line = limit.value > 0 && at.x() >= area().left() && at.x() <= area().right();
        return std::abs(at.y() - pill.y()) <= handle_reach && (on_line || std::abs(at.x() - pill.x()) <= 14);
    };
    const bool right_half = at.x() > area().center().x();
    for (const bool time : {right_half, !right_half})
        if (isNear(time ? deadline() : budget()))
            return time ? Handle::deadline : Handle::budget;
    return Handle::none;
}

bool MoneyChart::grabHandle(const QPointF& at)
{
    m_picked = analysis().step.workers;
    m_handle = m_shown.cost->data()->isEmpty() ? Handle::none : handleAt(at);
    return m_handle != Handle::none;
}

/// Over the top of the chart there is no limit.
void MoneyChart::pickLimit(double y, bool finished)
{
    const Limit limit = m_handle == Handle::deadline ? deadline() : budget();
    const double asked = limit.axis->pixelToCoord(std::min(y, area().bottom()));
    const double value =
        y < area().top() ? 0 : std::clamp(rounded(asked), limit.parameter->range.min, limit.parameter->range.max);
    emit knobDragged(limit.parameter, value, finished);
}

void MoneyChart::dragHandle(const QPointF& at)
{
    if (m_handle != Handle::workers) {
        pickLimit(at.y(), false);
    } else if (const double k = std::round(workersAt(at.x())); k != m_picked) {
        m_picked = k;
        emit workersPicked(k);
    }
}

void MoneyChart::releaseHandle(const QPointF& at)
{
    if (m_handle == Handle::deadline || m_handle == Handle::budget)
        pickLimit(at.y(), true);
    m_handle = Handle::none;
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

void MoneyChart::hover(const QPointF& at)
{
    const Handle handle = handleAt(at);
    plot()->setCursor(handle == Handle::workers ? Qt::SizeHorCursor
            : handle == Handle::none            ? Qt::ArrowCursor
                                                : Qt::SizeVerCursor);
    setHover(at, area().contains(at) && !m_shown.cost->data()->isEmpty() ? 0 : -1, workersAt(at.x()));
}

} // namespace kneepoint
