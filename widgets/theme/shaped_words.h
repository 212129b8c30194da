// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRectF;

/// Words as one line of text, shaped once: shaping is most of the work of a chart, and a frame asks for the same words
/// again and again. For the GUI thread.
namespace kneepoint {

/// Width in pixels, as QFontMetricsF::horizontalAdvance() gives it.
[[nodiscard]] double textAdvance(const QFont& font, const QString& words);

/// As QPainter::drawText() with one line of plain text, in the painter's font and pen.
void drawWords(QPainter& painter, const QRectF& place, Qt::Alignment alignment, const QString& words);

} // namespace kneepoint
