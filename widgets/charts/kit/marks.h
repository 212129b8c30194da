// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/fill.h"

#include <QRectF>

#include <initializer_list>

class QPainter;
class QPen;

namespace kneepoint {

/// A point of a curve.
void drawDot(QPainter& painter, const QPointF& center, const QColor& color, double radius, ThemeMode mode);

/// A point that others can be seen through: a circle filled like the panel.
void drawRing(QPainter& painter, const QPointF& center, double radius, const QPen& pen, ThemeMode mode);

/// A measured value: a diamond, filled like the panel so that the curve behind it stays visible around it.
void drawMeasuredMark(QPainter& painter, const QPointF& center, ThemeMode mode);
/// Half the diagonal of that mark.
inline constexpr double measured_mark_size = 6;

/// The linked cursor: a thin vertical line through each area that contains x; false if the first one does not.
bool drawCursorLine(QPainter& painter, double x, std::initializer_list<QRectF> areas, ThemeMode mode);

/// Fills an area; hatch and marks are drawn as strokes in picture formats without textures.
void fillArea(QPainter& painter, const QRectF& rect, const Fill& fill, ThemeMode mode);

} // namespace kneepoint
