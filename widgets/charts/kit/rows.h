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

/// Makes a plot one of rows, the first on top, whose names are painted beside it: zoomed and moved sideways only.
void setUpRows(QCustomPlot& plot);

/// The row under a point of a plot whose rows lie at 0, 1, 2 … of its vertical axis; -1 beside them.
[[nodiscard]] int rowAt(const QCustomPlot& plot, const QPointF& at, std::size_t count);

/// Height of the bars of a waterfall, as a share of a row.
inline constexpr double row_bar_height = 0.66;

/// Left margin that leaves room for the names of the rows, up to a share of the plot's width.
[[nodiscard]] int rowNamesMargin(const QCustomPlot& plot, const QStringList& names, double most_share = 0.4);
/// Writes the name of a row beside it, smaller where it is too long, and shortened where that is not enough.
void drawRowName(QPainter& painter, const QCustomPlot& plot, const QRectF& row, const QString& name, const QFont& font);

/// The plot's font, smaller where so many rows are lower than its lines.
[[nodiscard]] QFont rowFont(const QCustomPlot& plot, std::size_t count);

/// Of words on a bar of this color: the theme's text or its panel, whichever can be read better.
[[nodiscard]] QColor inkOn(const QColor& ground, ThemeMode mode);

/// What stands beside a bar.
struct BarLabel {
    QString words;
    QRectF place;
};
/// The first of the wordings, the fullest first, that finds room to the right of the bar or to its left; nothing where
/// none does.
[[nodiscard]] std::optional<BarLabel> labelBeside(
    const QRectF& bar, const QRectF& area, const QStringList& wordings, const QFont& font);

} // namespace kneepoint
