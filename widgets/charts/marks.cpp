// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/marks.h"

#include <QPaintEngine>
#include <QPainter>

#include <algorithm>

namespace kneepoint {
namespace {

void hatch(QPainter& painter, const QRectF& rect)
{
    constexpr double distance = 6;
    for (double d = distance; d < rect.width() + rect.height(); d += distance)
        painter.drawLine(rect.topLeft() + QPointF(std::max(0.0, d - rect.height()), std::min(d, rect.height())),
            rect.topLeft() + QPointF(std::min(d, rect.width()), std::max(0.0, d - rect.width())));
}

} // namespace

void drawWorkersTriangle(QPainter& painter, const QPointF& foot, ThemeMode mode)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme(mode).panel, 1));
    painter.setBrush(theme(mode).text);
    painter.drawPolygon(QPolygonF{
        foot + QPointF(0, -2 * triangle_size), foot + QPointF(triangle_size, 0), foot + QPointF(-triangle_size, 0)});
}

void drawPill(QPainter& painter, const QPointF& centre, const QColor& color, ThemeMode mode, bool hollow)
{
    const QColor ground = theme(mode).panel;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hollow ? QPen(color, 1.5) : QPen(ground, 1));
    painter.setBrush(hollow ? ground : color);
    painter.drawRoundedRect(QRectF(centre - QPointF(12, 5), QSizeF(24, 10)), 5, 5);
}

void fillHidden(QPainter& painter, const QRectF& rect, Quantity quantity, ThemeMode mode)
{
    if (painter.paintEngine()->type() != QPaintEngine::Picture) {
        painter.fillRect(rect, hiddenBrush(quantity, mode));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect, hiddenGround(quantity, mode));
    painter.setPen(QPen(quantityColor(quantity, mode), 1));
    hatch(painter, rect);
}

} // namespace kneepoint
