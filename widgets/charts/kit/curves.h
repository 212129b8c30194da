// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QColor;
class QCPAxis;
class QCPGraph;
class QCustomPlot;

namespace kneepoint {

/// Adds a curve that is drawn point by point and cannot be selected.
[[nodiscard]] QCPGraph* addCurve(QCustomPlot& plot, QCPAxis* key, QCPAxis* value);

/// Sets up a plot of two quantities over a third, all on logarithmic axes, the second one on the right: zooms and pans
/// only horizontally.
void setUpTwoScales(QCustomPlot& plot);
/// Draws the right axis in the color of its curve; the grid is that of the left axis.
void colorRightAxis(const QCustomPlot& plot, const QColor& color);

} // namespace kneepoint
