// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPalette>
#include <QPen>

/// Design tokens. The only place that defines colors, patterns and font sizes.
namespace kneepoint {

enum class Bound;
enum class Cause;
enum class Part;
enum class RoofBound;

enum class ThemeMode { light, dark };

struct Theme {
    QColor window;
    QColor panel; ///< behind charts and lists
    QColor text;
    QColor muted; ///< secondary text
    QColor grid;  ///< of charts
    QColor accent;
    QColor warning; ///< for anything that does not fit or is impossible
    QColor line;    ///< separators, edges of cards
    QColor border;  ///< of controls: a contrast of 3:1 at least with what is on either side (WCAG 1.4.11)
    QColor hover;
    QColor press;
    QColor tint;  ///< behind what is chosen
    QColor track; ///< of a slider
    QColor better;
    QColor worse;
};
[[nodiscard]] const Theme& theme(ThemeMode mode);
/// The mode of a widget's palette.
[[nodiscard]] ThemeMode modeOf(const QPalette& palette);

/// The meaning of a color in all charts and panels.
enum class Quantity { compute, memory, data_comm, tensor_comm, expert_comm, waiting, input, overhead };
inline constexpr int quantity_count = 8;

[[nodiscard]] Quantity quantityOf(Part part);
[[nodiscard]] Quantity quantityOf(Bound bound);
[[nodiscard]] Quantity quantityOf(RoofBound bound);
[[nodiscard]] Quantity quantityOf(Cause cause);

[[nodiscard]] QColor quantityColor(Quantity quantity, ThemeMode mode);
/// The quantity's hue, in a light theme darkened so that its contrast on a panel is at least 4.5:1 (WCAG AA).
[[nodiscard]] QColor quantityTextColor(Quantity quantity, ThemeMode mode);
/// Color and dash pattern.
[[nodiscard]] QPen quantityPen(Quantity quantity, ThemeMode mode, double width);
/// The quantity's own hatch.
[[nodiscard]] Qt::BrushStyle quantityHatch(Quantity quantity);
/// From low (0) to high (1) with increasing lightness, readable with all kinds of color vision (cividis).
[[nodiscard]] QColor sequentialColor(double share);
/// 8 % opacity, for regions.
[[nodiscard]] QColor regionTint(Quantity quantity, ThemeMode mode);

/// Blends this fraction of the first color with the second.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share_of_a);

/// Contrast of two opaque colors, 1 … 21 (WCAG 2.1, relative luminance).
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// Sizes are multiples of the widget's font, so that they scale with it (presentation mode).
enum class FontRole {
    base,
    small,    ///< captions, ticks; nothing is smaller
    strong,   ///< names
    title,    ///< of a dialog or a lesson
    figure,   ///< a figure of the headline
    headline, ///< the first of them
};
[[nodiscard]] QFont roleFont(const QFont& base, FontRole role);

/// The size of the base font.
[[nodiscard]] double baseFontPoints();

/// For the whole application, or for a widget in a picture that has a theme of its own. Whatever shows colors derives
/// its theme from its palette; as roles of text, PlaceholderText is muted, BrightText a warning, Link the accent.
[[nodiscard]] QPalette palette(ThemeMode mode);

} // namespace kneepoint
