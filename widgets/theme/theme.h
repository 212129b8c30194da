// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <QBrush>
#include <QColor>
#include <QFont>
#include <QPalette>
#include <QPen>

class QApplication;

/// The look, as tokens. This is the only place that knows colors, patterns and font sizes.
namespace kneepoint {

enum class ThemeMode { light, dark };

struct Theme {
    QColor window;
    QColor panel; ///< behind charts and lists
    QColor text;
    QColor muted; ///< secondary text
    QColor grid;  ///< grid and separators
    QColor accent;
    QColor warning; ///< what does not fit or is impossible
};
[[nodiscard]] const Theme& theme(ThemeMode mode);

/// What a color stands for, in every chart and panel.
enum class Quantity { compute, memory, data_comm, tensor_comm, expert_comm, waiting, input, overhead };
inline constexpr int quantity_count = 8;

[[nodiscard]] Quantity quantityOf(Part part);
[[nodiscard]] Quantity quantityOf(Bound bound);
[[nodiscard]] Quantity quantityOf(RoofBound bound);
[[nodiscard]] Quantity quantityOf(Cause cause);

[[nodiscard]] QColor quantityColor(Quantity quantity, ThemeMode mode);
/// The quantity's hue, moved towards the text color until text in it on a panel has a contrast of 4.5:1 (WCAG AA).
[[nodiscard]] QColor quantityTextColor(Quantity quantity, ThemeMode mode);
/// Color and dash pattern.
[[nodiscard]] QPen quantityPen(Quantity quantity, ThemeMode mode, double width);
/// The quantity's own hatch.
[[nodiscard]] Qt::BrushStyle quantityHatch(Quantity quantity);
/// From little (0) to much (1), ever brighter, told apart by every kind of color vision (cividis).
[[nodiscard]] QColor sequentialColor(double share);
/// 8 % strong, for regions.
[[nodiscard]] QColor regionTint(Quantity quantity, ThemeMode mode);

/// So much of the first color, the rest of the second.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share_of_a);

/// Contrast of two opaque colors, 1 … 21 (WCAG 2.1, relative luminance).
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

/// Sizes are multiples of the font that a widget has, so that they follow it (presentation mode).
enum class FontRole { base, small, strong, headline };
[[nodiscard]] QFont roleFont(const QFont& base, FontRole role);

/// The size that applyTheme gives the base font.
[[nodiscard]] double baseFontPoints();

/// For the whole application.
[[nodiscard]] QPalette palette(ThemeMode mode);
/// Fusion style, palette and the base font.
void applyTheme(QApplication& application, ThemeMode mode);

} // namespace kneepoint
