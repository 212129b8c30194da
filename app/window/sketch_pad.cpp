// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sketch_pad.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::size_t columns = 65;
constexpr double margin_left = 24, margin_right = 12, margin_top = 12, margin_bottom = 36;

double shareOf(double value, double from, double to)
{
    return std::log(std::max(value, 1e-300) / from) / std::log(to / from);
}

double valueAt(double share, double from, double to)
{
    return from * std::pow(to / from, share);
}

} // namespace

SketchPad::SketchPad(QWidget* parent)
    : QWidget(parent)
    , m_heights(columns, -1)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Sketch of the curve"));
    setAccessibleDescription(tr("Draw with the mouse, or move the pen with the arrow keys."));
    setCursor(Qt::CrossCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SketchPad::start(const Axes& axes)
{
    m_axes = axes;
    m_heights.assign(columns, -1);
    m_column = 0;
    m_locked = false;
    m_right.clear();
    update();
}

std::vector<CurvePoint> SketchPad::sketch() const
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < columns; ++i)
        if (m_heights[i] >= 0)
            points.push_back({valueAt(static_cast<double>(i) / (columns - 1), m_axes.from_x, m_axes.to_x),
                valueAt(m_heights[i], m_axes.from_y, m_axes.to_y)});
    return points;
}

void SketchPad::reveal(const std::vector<CurvePoint>& right)
{
    m_right = right;
    m_locked = true;
    update();
}

QRectF SketchPad::plot() const
{
    return QRectF(rect()).adjusted(margin_left, margin_top, -margin_right, -margin_bottom);
}

QPointF SketchPad::place(const CurvePoint& p) const
{
    const QRectF area = plot();
    return {area.left() + area.width() * shareOf(p.x, m_axes.from_x, m_axes.to_x),
        area.bottom() - area.height() * std::clamp(shareOf(p.y, m_axes.from_y, m_axes.to_y), 0.0, 1.0)};
}

void SketchPad::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = plot();
    painter.fillRect(rect(), palette().base());
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(area);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(
        QRectF(area.left(), area.bottom() + 4, area.width(), margin_bottom - 4), Qt::AlignCenter, m_axes.x_label);
    painter.save();
    painter.translate(14, area.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-area.height() / 2, -10, area.height(), 20), Qt::AlignCenter, m_axes.y_label);
    painter.restore();
    const auto draw = [&](const std::vector<CurvePoint>& points, const QPen& pen) {
        QPolygonF line;
        for (const CurvePoint& p : points)
            line << place(p);
        painter.setPen(pen);
        painter.drawPolyline(line);
    };
    draw(sketch(), QPen(palette().color(QPalette::Text), 2, Qt::DashLine));
    draw(m_right, QPen(palette().color(QPalette::Highlight), 3));
    if (hasFocus() && !m_locked) {
        const double height = std::max(0.0, m_heights[m_column]);
        const double x = area.left() + area.width() * static_cast<double>(m_column) / (columns - 1);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawEllipse(QPointF(x, area.bottom() - area.height() * height), 5, 5);
    }
}

void SketchPad::setHeight(std::size_t column, double share)
{
    const double height = std::clamp(share, 0.0, 1.0);
    const std::size_t from = std::min(column, m_column);
    const std::size_t to = std::max(column, m_column);
    const double before = m_heights[m_column];
    for (std::size_t i = from; i <= to; ++i) {
        const double t = column == m_column ? 1
                                            : (static_cast<double>(i) - static_cast<double>(m_column))
                / (static_cast<double>(column) - static_cast<double>(m_column));
        m_heights[i] = before < 0 ? height : before + t * (height - before);
    }
    m_column = column;
    update();
    emit drawn();
}

void SketchPad::drawTo(const QPointF& position)
{
    if (m_locked)
        return;
    const QRectF area = plot();
    const double along = std::clamp((position.x() - area.left()) / area.width(), 0.0, 1.0);
    setHeight(
        static_cast<std::size_t>(std::lround(along * (columns - 1))), (area.bottom() - position.y()) / area.height());
}

void SketchPad::mousePressEvent(QMouseEvent* event)
{
    const QRectF area = plot();
    const double along = std::clamp((event->position().x() - area.left()) / area.width(), 0.0, 1.0);
    if (!m_locked)
        m_column = static_cast<std::size_t>(std::lround(along * (columns - 1)));
    drawTo(event->position());
}

void SketchPad::mouseMoveEvent(QMouseEvent* event)
{
    drawTo(event->position());
}

void SketchPad::moveHeight(double share)
{
    setHeight(m_column, std::max(0.0, m_heights[m_column]) + share);
}

void SketchPad::keyPressEvent(QKeyEvent* event)
{
    constexpr double step = 0.02;
    if (m_locked)
        return QWidget::keyPressEvent(event);
    const double height = std::max(0.0, m_heights[m_column]);
    switch (event->key()) {
    case Qt::Key_Up:
        return moveHeight(step);
    case Qt::Key_Down:
        return moveHeight(-step);
    case Qt::Key_Right:
        return setHeight(std::min(columns - 1, m_column + 1), height);
    case Qt::Key_Left:
        m_column = m_column > 0 ? m_column - 1 : 0;
        return update();
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace kneepoint
