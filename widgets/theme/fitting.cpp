// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/fitting.h"

#include <QFontMetricsF>

#include <algorithm>

namespace kneepoint {

QFont fittingFont(const QFont& font, const QString& text, double width, double least_scale)
{
    const double needed = QFontMetricsF(font).horizontalAdvance(text);
    if (needed <= width)
        return font;
    // Hinting makes widths jump, so that the first guess may be a little too wide.
    constexpr double smaller = 0.97;
    QFont fitting = font;
    double scale = std::max(least_scale, width / needed);
    do {
        fitting.setPointSizeF(font.pointSizeF() * scale);
        scale *= smaller;
    } while (scale >= least_scale && QFontMetricsF(fitting).horizontalAdvance(text) > width);
    return fitting;
}

} // namespace kneepoint
