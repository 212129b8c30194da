// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/measured_mark.h"

#include <QPainter>
#include <QPolygonF>

namespace kneepoint {

void drawMeasuredMark(QPainter& painter, const QPointF& center, ThemeMode mode)
{
    constexpr double size = measured_mark_size;
    const Theme& colors = theme(mode);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(colors.text, 2));
    painter.setBrush(colors.panel);
    painter.drawPolygon(QPolygonF{
        center + QPointF(0, -size), center + QPointF(size, 0), center + QPointF(0, size), center + QPointF(-size, 0)});
}

} // namespace kneepoint
