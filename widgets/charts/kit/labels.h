// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QPolygonF>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

namespace kneepoint {

/// One line of text at its position in a chart.
struct Label {
    QString words;
    QFont font;
    QColor color;
    QPolygonF box; ///< four corners in pixels, as read: upper left, upper right, lower right, lower left
};

/// What a label says, its longest wording first, and how.
struct Name {
    QStringList wordings;
    QFont font;
    QColor color;
    double margin = 0; ///< added to its width
};

/// Where a name of this size may be, the best place first.
using Places = std::function<std::vector<QRectF>(const QSizeF& size)>;

/// Boxes of a size from the first of the tops to the last one, at each of them from the first of the left edges.
[[nodiscard]] std::vector<QRectF> boxes(
    const QSizeF& size, const std::vector<double>& lefts, const std::vector<double>& tops);

/// The corners of an upright rectangle.
[[nodiscard]] QPolygonF corners(const QRectF& rect);

/// Places labels inside the bounds without overlap. The first request has the most choice, so the order should be that
/// of importance; a label without a free position is left out.
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
    /// Adds an area that no label may cover; convex.
    void block(const QPolygonF& shape) { m_taken.push_back({shape, shape.boundingRect()}); }
    void block(const QRectF& rect) { block(corners(rect)); }
    /// Adds an area that a label covers only if no other position is free, such as a line; convex.
    void avoid(const QPolygonF& shape) { m_avoided.push_back({shape, shape.boundingRect()}); }
    [[nodiscard]] bool isFree(const QPolygonF& box) const;
    [[nodiscard]] bool isFree(const QRectF& rect) const { return isFree(corners(rect)); }
    /// The first free candidate, moved inside the bounds; it is blocked from then on.
    std::optional<QRectF> place(const std::vector<QRectF>& candidates);
    /// The same for rotated boxes; boxes outside the bounds are not candidates.
    std::optional<QPolygonF> placeSlanted(const std::vector<QPolygonF>& candidates);

private:
    [[nodiscard]] bool isClear(const QPolygonF& box) const;

    QRectF m_bounds;
    std::vector<Shape> m_taken;
    std::vector<Shape> m_avoided;
};

/// The name in its first wording that has a free place.
[[nodiscard]] std::optional<Label> placed(LabelPlacer& placer, const Name& name, const Places& places);

/// Whether two convex shapes overlap by more than their edges.
[[nodiscard]] bool overlap(const QPolygonF& a, const QPolygonF& b);

/// The rectangle moved, not resized, to lie inside the bounds.
[[nodiscard]] QRectF pushedInside(QRectF rect, const QRectF& bounds);

/// Height of a line of text, in whole pixels.
[[nodiscard]] double lineHeight(const QFont& font);
/// Size of one line of text.
[[nodiscard]] QSizeF textSize(const QFont& font, const QString& text);

/// A box of text lines beside a point, inside the bounds: the hover read-out. The first line is bold.
void drawReadout(QPainter& painter, const QRectF& bounds, const QPointF& anchor, const QStringList& lines,
    const QFont& font, ThemeMode mode);

/// One line of text with a halo in the panel's color, so that it is readable on top of lines.
void drawTag(
    QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color, ThemeMode mode);

/// A label in its box, upright or along a line.
void drawLabel(QPainter& painter, const Label& label, ThemeMode mode);

/// Places a name and draws it. Returns its box; nothing without room for it.
std::optional<QRectF> drawName(
    QPainter& painter, LabelPlacer& placer, const Name& name, ThemeMode mode, const Places& places);

} // namespace kneepoint
