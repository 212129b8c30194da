// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/halo.h"

#include "widgets/theme/shaped_words.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>

#include <array>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr double halo_width = 3;

/// Where one line of words is in a place.
QRectF boxOf(const QFont& font, const QRectF& place, Qt::Alignment alignment, const QString& words)
{
    const double width = textAdvance(font, words);
    const double height = QFontMetricsF(font).height();
    const double right = alignment & Qt::AlignRight ? 1 : alignment & Qt::AlignHCenter ? 0.5 : 0;
    return {place.left() + right * (place.width() - width), place.center().y() - height / 2, width, height};
}

void drawShaped(QPainter& painter, const QRectF& box, const QString& words, const QColor& ink)
{
    painter.setPen(ink);
    // Shaped words may be a fraction of a pixel larger than measured.
    drawWords(painter, box.adjusted(0, 0, 1, 1), Qt::AlignLeft, words);
}

void drawOutlined(QPainter& painter, const QRectF& box, const QString& words, const QColor& ink, const QColor& ground)
{
    QPainterPath path;
    path.addText(box.left(), box.top() + QFontMetricsF(painter.font()).ascent(), painter.font(), words);
    painter.strokePath(path, QPen(ground, halo_width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    drawShaped(painter, box, words, ink);
}

QImage tinted(QImage words, const QColor& color)
{
    QPainter painter(&words);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(words.rect(), color);
    return words;
}

/// Copies the words around their place, which takes an eighth of the instructions of drawing them there.
void copyAround(QImage& image, const QImage& words, double ratio)
{
    static constexpr std::array<QPoint, 8> around{
        {{-2, 0}, {2, 0}, {0, -2}, {0, 2}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};
    QPainter painter(&image);
    for (const QPoint& to : around)
        painter.drawImage(to * ratio, words);
}

/// The words in pixels, and where the image's corner is relative to the words'. Halos are most of the work of drawing a
/// chart, and the same words are drawn in every frame.
struct WordsInPixels {
    QPixmap pixels;
    QPoint corner;
};

WordsInPixels wordsInPixels(const QPainter& painter, const QTransform& turn, const QSizeF& size, const QString& words,
    const QColor& ink, const QColor& ground)
{
    const QRect bounds =
        turn.mapRect(QRectF({}, size).adjusted(-halo_width, -halo_width, halo_width, halo_width)).toAlignedRect();
    const QString key = QStringLiteral("%1 %2 %3 %4 %5 %6 %7 %8 ")
                            .arg(ink.rgba())
                            .arg(ground.rgba())
                            .arg(turn.m11())
                            .arg(turn.m12())
                            .arg(turn.m21())
                            .arg(turn.m22())
                            .arg(size.height())
                            .arg(painter.font().key())
        + words;
    WordsInPixels drawn{.pixels = {}, .corner = bounds.topLeft()};
    if (QPixmapCache::find(key, &drawn.pixels))
        return drawn;
    QImage image(bounds.size(), QImage::Format_ARGB32_Premultiplied);
    constexpr double inches_a_meter = 1 / 0.0254;
    image.setDotsPerMeterX(qRound(painter.device()->logicalDpiX() * inches_a_meter));
    image.setDotsPerMeterY(qRound(painter.device()->logicalDpiY() * inches_a_meter));
    image.fill(Qt::transparent);
    QImage plain = image;
    {
        QPainter own(&plain);
        own.setRenderHints(painter.renderHints() | QPainter::Antialiasing);
        own.setFont(painter.font());
        own.setTransform(turn * QTransform::fromTranslate(-bounds.x(), -bounds.y()));
        drawShaped(own, QRectF({}, size), words, ink);
    }
    copyAround(image, tinted(plain, ground), std::hypot(turn.m11(), turn.m12()));
    QPainter(&image).drawImage(0, 0, plain);
    drawn.pixels = QPixmap::fromImage(std::move(image));
    QPixmapCache::insert(key, drawn.pixels);
    return drawn;
}

} // namespace

void drawHaloed(QPainter& painter, const QRectF& place, Qt::Alignment alignment, const QString& words,
    const QColor& ink, ThemeMode mode)
{
    const QColor ground = theme(mode).panel;
    const QRectF box = boxOf(painter.font(), place, alignment, words);
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        painter.setRenderHint(QPainter::Antialiasing);
        drawOutlined(painter, box, words, ink, ground);
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const QTransform to_pixels = painter.combinedTransform(); // has the device's ratio in it
    const QTransform turn(to_pixels.m11(), to_pixels.m12(), to_pixels.m21(), to_pixels.m22(), 0, 0);
    WordsInPixels drawn = wordsInPixels(painter, turn, box.size(), words, ink, ground);
    drawn.pixels.setDevicePixelRatio(ratio);
    painter.save();
    painter.resetTransform();
    painter.drawPixmap(QPointF(to_pixels.map(box.topLeft()).toPoint() + drawn.corner) / ratio, drawn.pixels);
    painter.restore();
}

void drawLeader(QPainter& painter, const QPointF& from, const QPointF& to, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1));
    painter.drawLine(from, to);
}

} // namespace kneepoint
