// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

/// What stands beside roofs and points.
namespace kneepoint {
namespace {

constexpr double at_the_roof = 0.97;

/// Beside a point, the nearest first.
std::vector<QRectF> placesAround(const QPointF& at, const QSizeF& size, double line)
{
    std::vector<QRectF> places;
    for (const double dy : {0.0, line, -line, 2 * line, -2 * line, 3 * line, -3 * line, -4 * line})
        for (const double dx : {10.0, -10.0 - size.width()})
            places.emplace_back(QPointF(at.x() + dx, at.y() + dy - size.height() / 2), size);
    return places;
}

} // namespace

void RooflineChart::drawFlatNames(QPainter& painter, LabelPlacer& placer) const
{
    const Roofline& roofline = analysis().roofline;
    const auto name = [&](const QCPGraph& graph, double flops, const QString& words, bool limiting) {
        if (graph.data()->isEmpty())
            return;
        const QFont used = roleFont(plot()->font(), limiting ? FontRole::strong : FontRole::base);
        const QSizeF size = textSize(used, words) + QSizeF(6, 0);
        const double y = plot()->yAxis->coordToPixel(flops);
        const QRectF above(QPointF(frame().right() - size.width() - 2, y - size.height() - 3), size);
        const QRectF below = above.translated(0, size.height() + 6);
        const double aside = -1.2 * size.width();
        const QRectF rect = placer.place({above, below, above.translated(aside, 0), below.translated(aside, 0)});
        drawTag(painter, rect, words, used, quantityTextColor(Quantity::compute, themeMode()), themeMode());
    };
    const Roof& roof = roofline.roof;
    name(*m_compute_roof, roof.sustained_flops,
        tr("compute %1").arg(text(roof.sustained_flops, Unit::flops_per_second)), roofline.bound == RoofBound::compute);
    name(*m_peak_roof, roof.peak_flops, tr("dense peak %1").arg(text(roof.peak_flops, Unit::flops_per_second)), false);
}

/// Along a rising roof, as near to its upper end as there is room.
void RooflineChart::drawSlantedName(
    QPainter& painter, LabelPlacer& placer, const QCPGraph& graph, RoofBound bound, const QString& words) const
{
    if (graph.dataCount() < 2)
        return;
    const Roofline& roofline = analysis().roofline;
    const QPointF low = pixel(graph.dataMainKey(0), graph.dataMainValue(0));
    const double top = std::min(graph.dataMainValue(1), roofline.roof.sustained_flops);
    const QPointF along = pixel(graph.dataMainKey(1) * top / graph.dataMainValue(1), top) - low;
    const double length = std::hypot(along.x(), along.y());
    const QFont used = roleFont(plot()->font(), bound == roofline.bound ? FontRole::strong : FontRole::base);
    const QSizeF size = textSize(used, words);
    const double line = size.height();
    if (length < size.width() + 30)
        return;
    const QPointF direction = along / length;
    const auto square = [&](const QPointF& start, double share) {
        const QPointF at = start + direction * size.width() * share - QPointF(0, line / 2);
        return QRectF(at - QPointF(line, line) / 2, QSizeF(line, line));
    };
    constexpr std::array shares{0.0, 0.25, 0.5, 0.75, 1.0};
    const auto is_free = [&](const QPointF& start) {
        return std::ranges::all_of(shares, [&](double share) { return placer.isFree(square(start, share)); });
    };
    const double last = length - size.width() - line - 4;
    double from = last;
    while (from > 10 && !is_free(low + direction * from))
        from -= 10;
    const double clear_of_axis = 0.8 * line; // what stands along a steep line leans over to the left
    const QPointF start = low + direction * (from > 10 ? from : std::max(last, clear_of_axis));
    for (const double share : shares)
        placer.block(square(start, share));
    painter.save();
    painter.translate(start);
    painter.rotate(std::atan2(along.y(), along.x()) * 180 / M_PI);
    painter.setFont(used);
    painter.setPen(quantityTextColor(quantityOf(bound), themeMode()));
    painter.drawText(QRectF(QPointF(0, -size.height() - 2), size), Qt::AlignCenter, words);
    painter.restore();
}

void RooflineChart::drawNameAt(QPainter& painter, LabelPlacer& placer, const QPointF& at, const QString& words,
    FontRole role, const QColor& color) const
{
    const QFont font = roleFont(plot()->font(), role);
    const QSizeF size = textSize(font, words) + QSizeF(6, 0);
    drawTag(painter, placer.place(placesAround(at, size, size.height())), words, font, color, themeMode());
}

/// Of the operating points: what this one achieves, and which the others are.
void RooflineChart::drawPointNames(QPainter& painter, LabelPlacer& placer) const
{
    const QColor ink = theme(themeMode()).text;
    const double line = textSize(plot()->font(), QStringLiteral("0")).height();
    if (const auto at = pixelOf(m_point)) {
        const QPointF goal = pixel(m_point.intensity, m_point.attainable);
        const double share = m_point.attainable > 0 ? m_point.achieved / m_point.attainable : 0;
        const QString achieved = tr("achieved %1").arg(text(m_point.achieved, Unit::flops_per_second));
        if (share < at_the_roof) {
            drawNameAt(painter, placer, *at, achieved, FontRole::strong, ink);
            const QString of_roof = tr("%1 of the roof").arg(text(share, Unit::ratio));
            const QSizeF size = textSize(plot()->font(), of_roof) + QSizeF(6, 0);
            if (placer.hasRoom(placesAround((*at + goal) / 2, size, size.height())))
                drawNameAt(painter, placer, (*at + goal) / 2, of_roof, FontRole::base, ink);
        } else {
            const QPointF below = *at + QPointF(0, line);
            const QString at_roof = tr("%1, at the roof").arg(achieved);
            const QSizeF size = textSize(roleFont(plot()->font(), FontRole::strong), at_roof) + QSizeF(6, 0);
            const bool has_room = placer.hasRoom(placesAround(below, size, size.height()));
            drawNameAt(painter, placer, below, has_room ? at_roof : achieved, FontRole::strong, ink);
        }
    }
    const auto other = [&](const std::optional<Analysis>& analysis, const QString& name) {
        if (!analysis)
            return;
        if (const auto at = pixelOf(operatingPoint(analysis->roofline)))
            drawNameAt(painter, placer, *at, name, FontRole::strong, ink);
    };
    other(reference(), tr("A"));
    other(ghost(), ghostName());
}

void RooflineChart::drawIntensities(QPainter& painter, LabelPlacer& placer) const
{
    const double line = textSize(plot()->font(), QStringLiteral("0")).height();
    for (const Mark& mark : marks(analysis().roofline.roof)) {
        const QString name = mark.roof == RoofBound::memory ? tr("AI %1") : tr("CI %1");
        drawNameAt(painter, placer, {plot()->xAxis->coordToPixel(mark.intensity), frame().bottom() - line},
            name.arg(text(mark.intensity, Unit::flops_per_byte)), FontRole::base,
            quantityTextColor(quantityOf(mark.roof), themeMode()));
    }
    if (analysis().roofline.roof.communication_intensity > 0)
        return;
    const QString words = tr("One worker: no network traffic");
    const QSizeF size = textSize(plot()->font(), words) + QSizeF(6, 0);
    const QRectF corner(frame().bottomRight() - QPointF(size.width() + 4, size.height() + 4), size);
    const QRectF rect = placer.place({corner, corner.translated(0, -line), corner.translated(0, -2 * line)});
    drawTag(painter, rect, words, plot()->font(), theme(themeMode()).muted, themeMode());
}

} // namespace kneepoint
