// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QFont>
#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <cstddef>
#include <optional>

class QCustomPlot;
class QPainter;

namespace kneepoint {

/// Sets up a plot of rows, the first on top, with names painted next to it: zooms and pans only horizontally.
void setUpRows(QCustomPlot& plot);

/// The row at a point of a plot whose rows are at 0, 1, 2 … of its vertical axis; -1 outside of them.
[[nodiscard]] int rowAt(const QCustomPlot& plot, const QPointF& at, std::size_t count);

/// Left margin with room for the names of the rows, up to a fraction of the plot's width.
[[nodiscard]] int rowNamesMargin(const QCustomPlot& plot, const QStringList& names, double most_share = 0.4);
/// Draws the name of a row next to it, elided in the middle if it is too long.
void drawRowName(QPainter& painter, const QCustomPlot& plot, const QRectF& row, const QString& name, const QFont& font);

/// Text color on a bar of this color: the theme's text or panel color, whichever is more readable.
[[nodiscard]] QColor inkOn(const QColor& ground, ThemeMode mode);

/// A label next to a bar.
struct BarLabel {
    QString words;
    QRectF place;
};
/// The first of the wordings, longest first, that fits to the right or to the left of the bar; nothing if none does.
[[nodiscard]] std::optional<BarLabel> labelBeside(
    const QRectF& bar, const QRectF& area, const QStringList& wordings, const QFont& font);

} // namespace kneepoint
