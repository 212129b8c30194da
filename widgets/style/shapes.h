// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRect>
#include <QRegion>

class QPainter;
class QStyleOption;

/// The few shapes that all controls are made of.
namespace kneepoint {

inline constexpr double card_radius = 8;
inline constexpr double control_radius = 6;
/// The mask of a window with the corners of a card.
[[nodiscard]] QRegion roundedRegion(const QRect& window);
/// Of a chip: its height, its text's distance from the edge, between its parts, and between chips.
inline constexpr int chip_height = 24;
inline constexpr int chip_side = 10;
inline constexpr int chip_gap = 5;
inline constexpr int between_chips = 8;

/// A rectangle with round corners and a border of one pixel inside its edge; an invalid color leaves a part out.
void drawBox(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border,
    double radius = control_radius, double width = 1);
/// The same with a dashed border: a place where something can be added.
void drawDashedBox(QPainter& painter, const QRect& rect, const QColor& fill, const QColor& border, double radius);
/// The ring around a control with the focus, inside its edge.
void drawFocusRing(QPainter& painter, const QRect& rect, const QColor& accent, double radius = control_radius);

enum class Direction { left, right, up, down };
/// Two strokes that point somewhere, in the middle of the rectangle.
void drawChevron(QPainter& painter, const QRect& rect, Direction direction, const QColor& color);
void drawTick(QPainter& painter, const QRect& rect, const QColor& color);

/// Of the option's state: a control that is pointed at, pressed, chosen.
[[nodiscard]] bool isHot(const QStyleOption& option);
[[nodiscard]] bool isOn(const QStyleOption& option);

} // namespace kneepoint
