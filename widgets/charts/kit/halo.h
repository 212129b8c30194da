// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

class QPainter;
class QPointF;
class QRectF;
class QString;

namespace kneepoint {

/// One line of text, in the painter's font, with an edge of three pixels in the panel's color, so that it is readable
/// on top of lines and tints.
void drawHaloed(QPainter& painter, const QRectF& place, Qt::Alignment alignment, const QString& words,
    const QColor& ink, ThemeMode mode);

/// A thin line from a label to what it names.
void drawLeader(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& color);

} // namespace kneepoint
