// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QColor;
class QCPAxis;
class QCPGraph;
class QCustomPlot;

namespace kneepoint {

/// Adds a curve that is drawn point by point and that nobody can select.
[[nodiscard]] QCPGraph* addCurve(QCustomPlot& plot, QCPAxis* key, QCPAxis* value);

/// Makes a plot one of two quantities over a third, all on logarithmic axes, the second on the right: zoomed and moved
/// sideways only.
void setUpTwoScales(QCustomPlot& plot);
/// Writes the right axis in the color of its curve; the grid is that of the left one.
void colorRightAxis(const QCustomPlot& plot, const QColor& color);

} // namespace kneepoint
