// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/shapes.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QStyleOption>

namespace kneepoint {
namespace {

constexpr double chevron = 3.8; ///< half its breadth
constexpr double stroke = 1.4;

void strokePath(QPainter& painter, const QPolygonF& points, const QColor& color, double width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(color, width);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.drawPolyline(points);
    painter.restore();
}

} // namespace

QRegion roundedRegion(const QRect& window)
{
    QPainterPath path;
    path.addRoundedRect(window, card_radius, card_radius);
    return {path.toFillPolygon().toPolygon()};
}

void drawBox(
    QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border, double radius, double width)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border.isValid() ? QPen(border, width) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const double inset = border.isValid() ? width / 2 : 0;
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

void drawDashedBox(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border, double radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(border, 1, Qt::DashLine));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

void drawFocusRing(QPainter& painter, const QRect& rect, const QColor& accent, double radius)
{
    constexpr double ring = 2;
    drawBox(painter, rect, {}, accent, radius, ring);
}

void drawChevron(QPainter& painter, const QRect& rect, Direction direction, const QColor& color)
{
    const QPointF middle = QRectF(rect).center();
    constexpr double half = chevron / 2;
    const auto at = [&](double along, double across) {
        switch (direction) {
        case Direction::down:
            return middle + QPointF(across, along);
        case Direction::up:
            return middle + QPointF(across, -along);
        case Direction::left:
            return middle + QPointF(-along, across);
        case Direction::right:
            break;
        }
        return middle + QPointF(along, across);
    };
    strokePath(painter, {at(-half, -chevron), at(half, 0), at(-half, chevron)}, color, stroke);
}

void drawTick(QPainter& painter, const QRect& rect, const QColor& color)
{
    const QRectF in(rect);
    const auto at = [&](double x, double y) { return in.topLeft() + QPointF(x * in.width(), y * in.height()); };
    constexpr double bold = 1.8;
    strokePath(painter, {at(0.24, 0.53), at(0.43, 0.72), at(0.77, 0.3)}, color, bold);
}

bool isHot(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_MouseOver) && option.state.testFlag(QStyle::State_Enabled);
}

bool isOn(const QStyleOption& option)
{
    return option.state.testFlag(QStyle::State_On);
}

} // namespace kneepoint
