// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/labels.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace kneepoint {

QRectF LabelPlacer::place(const std::vector<QRectF>& candidates)
{
    QRectF best;
    double least = std::numeric_limits<double>::infinity();
    for (const QRectF& candidate : candidates) {
        const QRectF rect = pushedInside(candidate, m_bounds);
        if (const double cost = covered(rect); cost < least) {
            least = cost;
            best = rect;
        }
        if (least <= 0)
            break;
    }
    m_taken.push_back(best);
    return best;
}

bool LabelPlacer::hasRoom(const std::vector<QRectF>& candidates) const
{
    return std::ranges::any_of(
        candidates, [this](const QRectF& candidate) { return isFree(pushedInside(candidate, m_bounds)); });
}

double LabelPlacer::covered(const QRectF& rect) const
{
    double area = 0;
    for (const QRectF& taken : m_taken) {
        const QRectF common = taken & rect;
        area += common.width() * common.height();
    }
    return area;
}

QRectF pushedInside(QRectF rect, const QRectF& bounds)
{
    rect.moveLeft(std::clamp(rect.left(), bounds.left(), std::max(bounds.left(), bounds.right() - rect.width())));
    rect.moveTop(std::clamp(rect.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - rect.height())));
    return rect;
}

QSizeF textSize(const QFont& font, const QString& text)
{
    const QFontMetricsF metrics(font);
    return {std::ceil(metrics.horizontalAdvance(text)) + 1, std::ceil(metrics.height())};
}

void drawReadout(QPainter& painter, const QRectF& bounds, const QPointF& anchor, const QStringList& lines,
    const QFont& font, ThemeMode mode)
{
    constexpr double padding = 8;
    constexpr double distance = 14;
    if (lines.isEmpty())
        return;
    const QFont strong = roleFont(font, FontRole::strong);
    double width = textSize(strong, lines.first()).width();
    for (const QString& line : lines)
        width = std::max(width, textSize(font, line).width());
    const double line_height = textSize(strong, lines.first()).height();
    QRectF box(0, 0, width + 2 * padding, line_height * double(lines.size()) + 2 * padding);
    box.moveTopLeft(anchor + QPointF(distance, distance));
    if (box.right() > bounds.right())
        box.moveRight(anchor.x() - distance);
    if (box.bottom() > bounds.bottom())
        box.moveBottom(anchor.y() - distance);
    box = pushedInside(box, bounds);

    const Theme& colors = theme(mode);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.muted, 1));
    painter.setBrush(colors.window);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(colors.text);
    double top = box.top() + padding;
    for (qsizetype i = 0; i < lines.size(); ++i, top += line_height) {
        painter.setFont(i == 0 ? strong : font);
        painter.drawText(
            QRectF(box.left() + padding, top, width, line_height), Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
    }
}

void drawTag(
    QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color, ThemeMode mode)
{
    QColor ground = theme(mode).panel;
    ground.setAlphaF(0.85F);
    painter.fillRect(rect, ground);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(rect, Qt::AlignCenter, text);
}

} // namespace kneepoint
