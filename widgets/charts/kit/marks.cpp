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

void drawWorkersTriangle(QPainter& painter, const QPointF& foot, ThemeMode mode)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme(mode).panel, 1));
    painter.setBrush(theme(mode).text);
    painter.drawPolygon(QPolygonF{
        foot + QPointF(0, -triangle_height), foot + QPointF(triangle_size, 0), foot + QPointF(-triangle_size, 0)});
}

void drawDot(QPainter& painter, const QPointF& center, const QColor& color, double radius, ThemeMode mode)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme(mode).panel, 1.5));
    painter.setBrush(color);
    painter.drawEllipse(center, radius, radius);
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

void drawPill(QPainter& painter, const QPointF& center, const QColor& color, ThemeMode mode, bool hollow)
{
    const QColor ground = theme(mode).panel;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hollow ? QPen(color, 1.5) : QPen(ground, 1));
    painter.setBrush(hollow ? ground : color);
    painter.drawRoundedRect(QRectF(center - QPointF(12, 5), QSizeF(24, 10)), 5, 5);
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
