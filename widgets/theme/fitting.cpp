// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/fitting.h"

#include <QFontMetricsF>

#include <algorithm>

namespace kneepoint {

QFont fittingFont(const QFont& font, const QString& text, double width, double least_scale)
{
    const double needed = QFontMetricsF(font).horizontalAdvance(text);
    QFont fitting = font;
    if (needed > width)
        fitting.setPointSizeF(font.pointSizeF() * std::max(least_scale, width / needed));
    return fitting;
}

} // namespace kneepoint
