// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPointF>

#include <cstddef>

class QCustomPlot;

namespace kneepoint {

/// Makes a plot one of rows, the first on top, whose names are painted beside it: zoomed and moved sideways only.
void setUpRows(QCustomPlot& plot);

/// The row under a point of a plot whose rows lie at 0, 1, 2 … of its vertical axis; -1 beside them.
[[nodiscard]] int rowAt(const QCustomPlot& plot, const QPointF& at, std::size_t count);

/// The plot's font, smaller where so many rows are lower than its lines.
[[nodiscard]] QFont rowFont(const QCustomPlot& plot, std::size_t count);

} // namespace kneepoint
