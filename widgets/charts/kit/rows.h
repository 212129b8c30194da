// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPointF>
#include <QStringList>

#include <cstddef>

class QCustomPlot;
class QPainter;
class QRectF;

namespace kneepoint {

/// Makes a plot one of rows, the first on top, whose names are painted beside it: zoomed and moved sideways only.
void setUpRows(QCustomPlot& plot);

/// The row under a point of a plot whose rows lie at 0, 1, 2 … of its vertical axis; -1 beside them.
[[nodiscard]] int rowAt(const QCustomPlot& plot, const QPointF& at, std::size_t count);

/// Height of the bars of a waterfall, as a share of a row.
inline constexpr double row_bar_height = 0.66;

/// Left margin that leaves room for the names of the rows, up to a share of the plot's width.
[[nodiscard]] int rowNamesMargin(const QCustomPlot& plot, const QStringList& names, double most_share = 0.4);
/// Writes the name of a row beside it, shortened where it is too long.
void drawRowName(QPainter& painter, const QCustomPlot& plot, const QRectF& row, const QString& name, const QFont& font);

/// The plot's font, smaller where so many rows are lower than its lines.
[[nodiscard]] QFont rowFont(const QCustomPlot& plot, std::size_t count);

} // namespace kneepoint
