// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/marks.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr double stroke_distance = 6;

void hatch(QPainter& painter, const QRectF& rect)
{
    for (double d = stroke_distance; d < rect.width() + rect.height(); d += stroke_distance)
        painter.drawLine(rect.topLeft() + QPointF(std::max(0.0, d - rect.height()), std::min(d, rect.height())),
            rect.topLeft() + QPointF(std::min(d, rect.width()), std::max(0.0, d - rect.width())));
}

void strokeMarks(QPainter& painter, const QRectF& rect, Mark mark)
{
    if (mark == Mark::columns)
        for (double x = rect.left() + stroke_distance / 2; x < rect.right(); x += stroke_distance)
            painter.drawLine(QPointF(x, rect.top()), QPointF(x, rect.bottom()));
    for (double y = rect.top() + stroke_distance / 2; y < rect.bottom() && mark != Mark::columns; y += stroke_distance)
        if (mark == Mark::rows)
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
        else
            for (double x = rect.left() + stroke_distance / 2; x < rect.right(); x += stroke_distance)
                painter.drawPoint(QPointF(x, y));
}

} // namespace

void drawDot(QPainter& painter, const QPointF& center, const QColor& color, double radius, ThemeMode mode)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme(mode).panel, 1.5));
    painter.setBrush(color);
    painter.drawEllipse(center, radius, radius);
}

void drawRing(QPainter& painter, const QPointF& center, double radius, const QPen& pen, ThemeMode mode)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.setBrush(theme(mode).panel);
    painter.drawEllipse(center, radius, radius);
}

void drawMeasuredMark(QPainter& painter, const QPointF& center, ThemeMode mode)
{
    constexpr double size = measured_mark_size;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme(mode).text, 2));
    painter.setBrush(theme(mode).panel);
    painter.drawPolygon(QPolygonF{
        center + QPointF(0, -size), center + QPointF(size, 0), center + QPointF(0, size), center + QPointF(-size, 0)});
}

bool drawCursorLine(QPainter& painter, double x, std::initializer_list<QRectF> areas, ThemeMode mode)
{
    if (x < areas.begin()->left() || x > areas.begin()->right())
        return false;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(mode).muted, 1));
    for (const QRectF& area : areas)
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    return true;
}

void fillArea(QPainter& painter, const QRectF& rect, const Fill& fill, ThemeMode mode)
{
    if (painter.paintEngine()->type() != QPaintEngine::Picture) {
        painter.fillRect(rect, fillBrush(fill, mode));
        return;
    }
    painter.fillRect(rect, groundColor(fill, mode));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(strokeColor(fill, mode), fill.mark == Mark::plain ? 1 : 2));
    if (fill.mark != Mark::plain)
        strokeMarks(painter, rect, fill.mark);
    else if (fill.shade == Shade::hidden)
        hatch(painter, rect);
}

} // namespace kneepoint
