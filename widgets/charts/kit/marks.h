// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/fill.h"

#include <QRectF>

#include <initializer_list>

class QPainter;

namespace kneepoint {

/// Half the width of the triangle, and its height.
inline constexpr double triangle_size = 6;
inline constexpr double triangle_height = 9;

/// The current K: a triangle on the axis.
void drawWorkersTriangle(QPainter& painter, const QPointF& foot, ThemeMode mode);

/// A point of a curve.
void drawDot(QPainter& painter, const QPointF& center, const QColor& color, double radius, ThemeMode mode);

/// The linked cursor: a thin vertical line through each area that contains x; false if the first one does not.
bool drawCursorLine(QPainter& painter, double x, std::initializer_list<QRectF> areas, ThemeMode mode);

/// The handle of a line: a pill on it; hollow while the line has no value.
void drawPill(QPainter& painter, const QPointF& center, const QColor& color, ThemeMode mode, bool hollow = false);
/// Maximum distance from such a line for grabbing it, in pixels.
inline constexpr double handle_reach = 7;

/// Fills an area; hatch and marks are drawn as strokes in picture formats without textures.
void fillArea(QPainter& painter, const QRectF& rect, const Fill& fill, ThemeMode mode);

} // namespace kneepoint
