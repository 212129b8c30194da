// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/handles.h"

#include <QPainter>
#include <QPolygonF>

#include <cmath>

namespace kneepoint {

void WorkersTriangle::draw(QPainter& painter, ThemeMode mode) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme(mode).panel, 1));
    painter.setBrush(theme(mode).text);
    painter.drawPolygon(
        QPolygonF{foot - QPointF(0, height), foot + QPointF(half_width, 0), foot - QPointF(half_width, 0)});
}

bool WorkersTriangle::contains(const QPointF& at) const
{
    return std::abs(at.x() - foot.x()) <= half_width + 3 && at.y() > foot.y() - height - 4
        && at.y() < foot.y() + half_width;
}

void LineHandle::draw(QPainter& painter, ThemeMode mode) const
{
    if (center.y() < room.top() - 1 || center.y() > room.bottom() + 1)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    painter.drawLine(QPointF(room.left(), center.y()), QPointF(room.right(), center.y()));
    if (pill == Pill::none)
        return;
    const QColor ground = theme(mode).panel;
    const bool hollow = pill == Pill::hollow;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hollow ? QPen(ink, 1.5) : QPen(ground, 1));
    painter.setBrush(hollow ? ground : ink);
    painter.drawRoundedRect(QRectF(center - QPointF(12, 5), QSizeF(24, 10)), 5, 5);
}

bool LineHandle::contains(const QPointF& at) const
{
    constexpr double reach = 7;
    constexpr double pill_reach = 14;
    const bool along = pen.style() == Qt::NoPen ? std::abs(at.x() - center.x()) <= pill_reach
                                                : at.x() >= room.left() && at.x() <= room.right();
    return along && std::abs(at.y() - center.y()) <= reach;
}

double inTwoDigits(double value)
{
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

} // namespace kneepoint
