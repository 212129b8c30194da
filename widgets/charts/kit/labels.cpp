// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/labels.h"

#include "widgets/charts/kit/halo.h"
#include "widgets/theme/shaped_words.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kneepoint {

namespace {

struct Extent {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
};

Extent extentAlong(const QPolygonF& shape, const QPointF& axis)
{
    Extent extent;
    for (const QPointF& corner : shape) {
        const double at = QPointF::dotProduct(corner, axis);
        extent.least = std::min(extent.least, at);
        extent.most = std::max(extent.most, at);
    }
    return extent;
}

/// Whether a line along an edge of the one shape has the other shape beyond it.
bool hasSeparatingEdge(const QPolygonF& of, const QPolygonF& other)
{
    constexpr double touching = 1e-6; // a hair of a pixel; edges are of some pixels' length
    for (qsizetype i = 0; i < of.size(); ++i) {
        const QPointF edge = of[(i + 1) % of.size()] - of[i];
        const QPointF normal(edge.y(), -edge.x());
        const Extent a = extentAlong(of, normal);
        const Extent b = extentAlong(other, normal);
        if (a.most <= b.least + touching || b.most <= a.least + touching)
            return true;
    }
    return false;
}

bool isOver(const QPolygonF& box, const std::vector<LabelPlacer::Shape>& shapes)
{
    const QRectF bounds = box.boundingRect();
    const auto apart = [&bounds](const QRectF& other) { // as most are
        return bounds.right() <= other.left() || other.right() <= bounds.left() || bounds.bottom() <= other.top()
            || other.bottom() <= bounds.top();
    };
    return std::ranges::any_of(
        shapes, [&](const LabelPlacer::Shape& shape) { return !apart(shape.bounds) && overlap(box, shape.corners); });
}

std::optional<std::pair<QString, QRectF>> firstFree(LabelPlacer& placer, const Name& name, const Places& places)
{
    for (const QString& words : name.wordings)
        if (const auto place = placer.place(places(textSize(name.font, words) + QSizeF(name.margin, 0))))
            return std::pair(words, *place);
    return std::nullopt;
}

} // namespace

QPolygonF corners(const QRectF& rect)
{
    return {rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()};
}

/// Between convex shapes that lie apart, an edge of one of them has room for a straight line.
bool overlap(const QPolygonF& a, const QPolygonF& b)
{
    return !hasSeparatingEdge(a, b) && !hasSeparatingEdge(b, a);
}

bool LabelPlacer::isFree(const QPolygonF& box) const
{
    return !isOver(box, m_taken);
}

bool LabelPlacer::isClear(const QPolygonF& box) const
{
    return isFree(box) && !isOver(box, m_avoided);
}

std::optional<QRectF> LabelPlacer::place(const std::vector<QRectF>& candidates)
{
    std::vector<QRectF> inside;
    for (const QRectF& candidate : candidates)
        if (candidate.width() <= m_bounds.width() && candidate.height() <= m_bounds.height())
            inside.push_back(pushedInside(candidate, m_bounds));
    auto found = std::ranges::find_if(inside, [this](const QRectF& rect) { return isClear(corners(rect)); });
    if (found == inside.end())
        found = std::ranges::find_if(inside, [this](const QRectF& rect) { return isFree(rect); });
    if (found == inside.end())
        return std::nullopt;
    block(*found);
    return *found;
}

std::optional<QPolygonF> LabelPlacer::placeSlanted(const std::vector<QPolygonF>& candidates)
{
    const auto found = std::ranges::find_if(candidates, [this](const QPolygonF& box) {
        return isFree(box)
            && std::ranges::all_of(box, [this](const QPointF& corner) { return m_bounds.contains(corner); });
    });
    if (found == candidates.end())
        return std::nullopt;
    block(*found);
    return *found;
}

std::vector<QRectF> boxes(const QSizeF& size, const std::vector<double>& lefts, const std::vector<double>& tops)
{
    std::vector<QRectF> found;
    found.reserve(lefts.size() * tops.size());
    for (const double top : tops)
        for (const double left : lefts)
            found.emplace_back(QPointF(left, top), size);
    return found;
}

std::optional<Label> placed(LabelPlacer& placer, const Name& name, const Places& places)
{
    const auto found = firstFree(placer, name, places);
    return found ? std::optional(Label{found->first, name.font, name.color, corners(found->second)}) : std::nullopt;
}

QRectF pushedInside(QRectF rect, const QRectF& bounds)
{
    rect.moveLeft(std::clamp(rect.left(), bounds.left(), std::max(bounds.left(), bounds.right() - rect.width())));
    rect.moveTop(std::clamp(rect.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - rect.height())));
    return rect;
}

double lineHeight(const QFont& font)
{
    return std::ceil(QFontMetricsF(font).height());
}

QSizeF textSize(const QFont& font, const QString& text)
{
    return {std::ceil(textAdvance(font, text)) + 1, lineHeight(font)};
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
    const double line_height = lineHeight(strong);
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
    painter.setFont(font);
    drawHaloed(painter, rect, Qt::AlignCenter, text, color, mode);
}

void drawLabel(QPainter& painter, const Label& label, ThemeMode mode)
{
    const QLineF reading(label.box[0], label.box[1]);
    const QRectF upright(label.box[0], QSizeF(reading.length(), QLineF(label.box[0], label.box[3]).length()));
    if (reading.dy() == 0) {
        drawTag(painter, upright, label.words, label.font, label.color, mode);
        return;
    }
    // On a grid, so that the same label has the same pixels whatever the last digits of its line.
    const auto on_grid = [](double value, double steps) { return std::round(value * steps) / steps; };
    painter.save();
    painter.translate(on_grid(label.box[0].x(), 8), on_grid(label.box[0].y(), 8));
    painter.rotate(on_grid(-reading.angle(), 100));
    painter.setFont(label.font);
    drawHaloed(painter, QRectF(0, 0, std::round(upright.width()), std::round(upright.height())), Qt::AlignCenter,
        label.words, label.color, mode);
    painter.restore();
}

std::optional<QRectF> drawName(
    QPainter& painter, LabelPlacer& placer, const Name& name, ThemeMode mode, const Places& places)
{
    const auto found = firstFree(placer, name, places);
    if (!found)
        return std::nullopt;
    drawTag(painter, found->second, found->first, name.font, name.color, mode);
    return found->second;
}

} // namespace kneepoint
