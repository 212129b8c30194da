// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QRectF>

class QPainter;

namespace kneepoint {

/// Half the width of the triangle, half its height.
inline constexpr double triangle_size = 7;

/// The present K: a triangle that stands on the axis.
void drawWorkersTriangle(QPainter& painter, const QPointF& foot, ThemeMode mode);

/// Where the hand takes hold of a line: a pill on it; hollow while it stands for nothing yet.
void drawPill(QPainter& painter, const QPointF& centre, const QColor& color, ThemeMode mode, bool hollow = false);
/// How far from such a line the hand may be, in pixels.
inline constexpr double handle_reach = 7;

/// An area of what is hidden behind compute: the quantity's hatch, as lines in pictures that know no textures.
void fillHidden(QPainter& painter, const QRectF& rect, Quantity quantity, ThemeMode mode);

} // namespace kneepoint
