// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/fill.h"

#include "model/step/step_report.h"

#include <QImage>
#include <QPainter>

#include <array>

namespace kneepoint {
namespace {

constexpr double forward_strength = 0.62;
constexpr double hidden_strength = 1.0 / 3.0;
constexpr double mark_strength = 0.25; ///< of the hue that is left where a mark cuts into it
constexpr int shade_count = 3;
constexpr int mark_count = 4;
constexpr int tile_side = 8;

Mark markOf(Part part)
{
    switch (part) {
    case Part::pipeline_comm:
        return Mark::rows;
    case Part::context_comm:
    case Part::optimizer:
        return Mark::columns;
    case Part::straggler:
    case Part::delay:
        return Mark::dots;
    default:
        return Mark::plain;
    }
}

void paintMark(QPainter& painter, Mark mark, const QColor& color)
{
    if (mark == Mark::rows)
        painter.fillRect(0, 3, tile_side, 2, color);
    else if (mark == Mark::columns)
        painter.fillRect(3, 0, 2, tile_side, color);
    else if (mark == Mark::dots)
        for (const QPoint& at : {QPoint(1, 1), QPoint(5, 5)})
            painter.fillRect(QRect(at, QSize(2, 2)), color);
}

QBrush makeBrush(const Fill& fill, ThemeMode mode)
{
    const QColor ground = groundColor(fill, mode);
    const bool hatched = fill.shade == Shade::hidden && fill.mark == Mark::plain;
    if (!hatched && fill.mark == Mark::plain)
        return QBrush(ground);
    QImage tile(tile_side, tile_side, QImage::Format_RGB32);
    tile.fill(ground);
    QPainter painter(&tile);
    const QColor stroke = strokeColor(fill, mode);
    if (hatched)
        painter.fillRect(tile.rect(), QBrush(stroke, quantityHatch(fill.quantity)));
    else
        paintMark(painter, fill.mark, stroke);
    return QBrush(tile);
}

} // namespace

Fill fillOf(Part part, Shade shade)
{
    return {quantityOf(part), shade, markOf(part)};
}

QColor groundColor(const Fill& fill, ThemeMode mode)
{
    const QColor hue = quantityColor(fill.quantity, mode);
    if (fill.shade == Shade::forward)
        return mixed(hue, theme(mode).panel, forward_strength);
    return fill.shade == Shade::hidden ? mixed(hue, theme(mode).panel, hidden_strength) : hue;
}

QColor strokeColor(const Fill& fill, ThemeMode mode)
{
    const QColor hue = quantityColor(fill.quantity, mode);
    return fill.shade == Shade::hidden ? hue : mixed(hue, theme(mode).panel, mark_strength);
}

QBrush fillBrush(const Fill& fill, ThemeMode mode)
{
    static std::array<QBrush, 2UL * quantity_count * shade_count * mark_count> brushes;
    const int index = ((static_cast<int>(fill.quantity) * shade_count + static_cast<int>(fill.shade)) * mark_count
                          + static_cast<int>(fill.mark))
            * 2
        + (mode == ThemeMode::dark ? 1 : 0);
    QBrush& brush = brushes[static_cast<std::size_t>(index)];
    if (brush.style() == Qt::NoBrush)
        brush = makeBrush(fill, mode);
    return brush;
}

} // namespace kneepoint
