// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QPolygonF>
#include <QStringList>

#include <optional>
#include <vector>

class QPainter;

namespace kneepoint {

/// One line of words at its place in a chart.
struct Label {
    QString words;
    QFont font;
    QColor color;
    QPolygonF box; ///< four corners in pixels, as read: upper left, upper right, lower right, lower left
};

/// The corners of an upright rectangle.
[[nodiscard]] QPolygonF corners(const QRectF& rect);

/// Gives labels places where they cover no other label and lie inside the bounds. Who asks first has the choice, so
/// the order is that of importance; a label without a free place is left out.
class LabelPlacer {
public:
    struct Shape {
        QPolygonF corners;
        QRectF bounds;
    };

    explicit LabelPlacer(const QRectF& bounds)
        : m_bounds(bounds)
    {
    }
    /// What no label may cover; convex.
    void block(const QPolygonF& shape) { m_taken.push_back({shape, shape.boundingRect()}); }
    void block(const QRectF& rect) { block(corners(rect)); }
    /// What a label covers only where no other place is free: a line. Convex.
    void avoid(const QPolygonF& shape) { m_avoided.push_back({shape, shape.boundingRect()}); }
    [[nodiscard]] bool isFree(const QPolygonF& box) const;
    [[nodiscard]] bool isFree(const QRectF& rect) const { return isFree(corners(rect)); }
    /// The first free one of the candidates, pushed inside the bounds; it is blocked from then on.
    std::optional<QRectF> place(const std::vector<QRectF>& candidates);
    /// The same for boxes that stand slanted; those that leave the bounds are no candidates.
    std::optional<QPolygonF> placeSlanted(const std::vector<QPolygonF>& candidates);

private:
    [[nodiscard]] bool isClear(const QPolygonF& box) const;

    QRectF m_bounds;
    std::vector<Shape> m_taken;
    std::vector<Shape> m_avoided;
};

/// Whether two convex shapes have more than their edges in common.
[[nodiscard]] bool overlap(const QPolygonF& a, const QPolygonF& b);

/// The rectangle moved, not resized, to lie inside the bounds.
[[nodiscard]] QRectF pushedInside(QRectF rect, const QRectF& bounds);

/// Size of one line of text.
[[nodiscard]] QSizeF textSize(const QFont& font, const QString& text);

/// A box of text lines beside a point, inside the bounds: the hover read-out. The first line is strong.
void drawReadout(QPainter& painter, const QRectF& bounds, const QPointF& anchor, const QStringList& lines,
    const QFont& font, ThemeMode mode);

/// One line of text on a panel-colored ground, so that lines behind it don't disturb reading.
void drawTag(
    QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color, ThemeMode mode);

/// A label in its box; an upright one on a ground as drawTag() has it.
void drawLabel(QPainter& painter, const Label& label, ThemeMode mode);

} // namespace kneepoint
