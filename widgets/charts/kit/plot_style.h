// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

class QCPAxisRect;
class QCustomPlot;

namespace kneepoint {

/// Colors, fonts, pens and margins of a plot with all its axis rects. QCustomPlot has hard-coded colors, so they are
/// set here and only here. Follows the plot's font.
void stylePlot(QCustomPlot& plot, ThemeMode mode);

/// Zooms and pans only horizontally, and has the margins that its chart gives it.
void zoomAcross(QCPAxisRect& rect);

} // namespace kneepoint
