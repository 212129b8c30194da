// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/signs.h"

#include "widgets/style/shapes.h"

#include <QPainter>

namespace kneepoint {

void drawSign(QPainter& painter, const QRect& rect, Sign sign, const QColor& color)
{
    QRect box(0, 0, sign_size, sign_size);
    box.moveCenter(rect.center());
    if (sign == Sign::tick)
        return drawTick(painter, box, color);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.topLeft());
    constexpr double stroke = 1.4;
    QPen pen(color, stroke);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    switch (sign) {
    case Sign::information:
        painter.drawEllipse(QRectF(2, 2, 12, 12));
        painter.drawLine(QPointF(8, 7.4), QPointF(8, 11));
        painter.drawPoint(QPointF(8, 5));
        break;
    case Sign::warning:
        painter.drawPolygon(QPolygonF({{8, 2.2}, {14.5, 13.5}, {1.5, 13.5}}));
        painter.drawLine(QPointF(8, 6.6), QPointF(8, 9.6));
        painter.drawPoint(QPointF(8, 11.6));
        break;
    case Sign::pin:
        painter.drawPolygon(QPolygonF({{5.5, 2}, {10.5, 2}, {9.8, 6.6}, {12, 9}, {4, 9}, {6.2, 6.6}}));
        painter.drawLine(QPointF(8, 9), QPointF(8, 14));
        break;
    case Sign::tick:
        break;
    }
    painter.restore();
}

} // namespace kneepoint
