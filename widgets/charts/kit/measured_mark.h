// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QPointF>

class QPainter;

namespace kneepoint {

/// Half the diagonal of the mark.
inline constexpr double measured_mark_size = 6;

/// A measured value: a diamond, filled like the panel so that the curve behind it stays visible around it.
void drawMeasuredMark(QPainter& painter, const QPointF& center, ThemeMode mode);

} // namespace kneepoint
