// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRectF;

/// A cache of shaped lines of text: shaping is most of the work of drawing a chart, and the same texts are drawn in
/// every frame. For the GUI thread only.
namespace kneepoint {

/// Whether pixels are copied, and shaped text is drawn faster. A picture in a vector format keeps its text as text, and
/// slanted text is rare.
[[nodiscard]] bool isOfPixels(const QPainter& painter);

/// Width in pixels, as QFontMetricsF::horizontalAdvance() gives it.
[[nodiscard]] double textAdvance(const QFont& font, const QString& words);

/// The same in whole pixels, as QFontMetrics::horizontalAdvance() gives it.
[[nodiscard]] int wholeAdvance(const QFont& font, const QString& words);

/// As QPainter::drawText() with one line of plain text, in the painter's font and pen.
void drawWords(QPainter& painter, const QRectF& place, Qt::Alignment alignment, const QString& words);

/// The same, with an ellipsis in place of what has no room.
void drawElided(QPainter& painter, const QRectF& place, const QString& words,
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter);

} // namespace kneepoint
