// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>
#include <QStringList>
#include <vector>

class QPainter;

namespace kneepoint {

/// Gives labels places where they cover no other label and stay inside the bounds.
class LabelPlacer {
public:
    explicit LabelPlacer(const QRectF& bounds)
        : m_bounds(bounds)
    {
    }
    void block(const QRectF& rect) { m_taken.push_back(rect); }
    [[nodiscard]] bool isFree(const QRectF& rect) const { return !(covered(rect) > 0); }
    /// Whether place() would find a free one.
    [[nodiscard]] bool hasRoom(const std::vector<QRectF>& candidates) const;
    /// The first free one of the candidates, pushed inside the bounds; where none is free, the least covered.
    QRectF place(const std::vector<QRectF>& candidates);

private:
    [[nodiscard]] double covered(const QRectF& rect) const;

    QRectF m_bounds;
    std::vector<QRectF> m_taken;
};

/// The rectangle moved, not resized, to lie inside the bounds.
[[nodiscard]] QRectF pushedInside(QRectF rect, const QRectF& bounds);

/// Size of one line of text.
[[nodiscard]] QSizeF textSize(const QFont& font, const QString& text);

/// A box of text lines beside a point, inside the bounds: the hover read-out. The first line is strong.
void drawReadout(QPainter& painter, const QRectF& bounds, const QPointF& anchor, const QStringList& lines,
    const QFont& font, ThemeMode mode);

/// One line of text on a panel-coloured ground, so that lines behind it don't disturb reading.
void drawTag(
    QPainter& painter, const QRectF& rect, const QString& text, const QFont& font, const QColor& color, ThemeMode mode);

} // namespace kneepoint
