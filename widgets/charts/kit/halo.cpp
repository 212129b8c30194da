// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/halo.h"

#include "widgets/theme/shaped_words.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <array>

namespace kneepoint {
namespace {

constexpr double halo_width = 3;

/// Words that are drawn around themselves cost less than their outline, but only where pixels are copied.
bool copiesPixels(const QPainter& painter)
{
    return painter.paintEngine()->type() == QPaintEngine::Raster && painter.transform().type() <= QTransform::TxScale;
}

void outline(QPainter& painter, const QRectF& place, Qt::Alignment alignment, const QString& words, const QColor& color)
{
    const QFontMetricsF metrics(painter.font());
    const double free = place.width() - metrics.horizontalAdvance(words);
    const double right = alignment & Qt::AlignRight ? 1 : alignment & Qt::AlignHCenter ? 0.5 : 0;
    QPainterPath path;
    path.addText(place.left() + right * free, place.center().y() - metrics.height() / 2 + metrics.ascent(),
        painter.font(), words);
    painter.strokePath(path, QPen(color, halo_width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
}

} // namespace

void drawHaloed(QPainter& painter, const QRectF& place, Qt::Alignment alignment, const QString& words,
    const QColor& ink, ThemeMode mode)
{
    constexpr double reach = halo_width / 2;
    constexpr double slant = 0.7 * reach;
    static constexpr std::array<std::array<double, 2>, 8> around{{{-reach, 0}, {reach, 0}, {0, -reach}, {0, reach},
        {-slant, -slant}, {slant, -slant}, {-slant, slant}, {slant, slant}}};
    const QColor ground = theme(mode).panel;
    if (copiesPixels(painter)) {
        painter.setPen(ground);
        for (const auto& [dx, dy] : around)
            drawWords(painter, place.translated(dx, dy), alignment, words);
    } else {
        outline(painter, place, alignment, words, ground);
    }
    painter.setPen(ink);
    drawWords(painter, place, alignment, words);
}

void drawLeader(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1));
    painter.drawLine(from, to);
}

} // namespace kneepoint
