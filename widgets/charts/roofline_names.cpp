// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "model/results/chart_words.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

/// Labels of roofs and points, in order of importance: in a small chart, the last ones are left out.
namespace kneepoint {
namespace {

constexpr double at_the_roof = 0.97;
constexpr double beside_a_line = 2; ///< pixels between a roof and its name
constexpr double beside_a_mark = 7; ///< the same if there is a mark on the roof

constexpr double tag_margin = 2;

QSizeF tagSize(const QFont& font, const QString& words)
{
    return textSize(font, words) + QSizeF(tag_margin, 0);
}

/// Lines of text up or down from a point: where a name still belongs to it, and where the reader has to look for it.
constexpr std::array near_by{0.0, 1.0, -1.0, 2.0, -2.0};
constexpr std::array far_off{3.0, -3.0, 4.0, -4.0, 5.0};

/// Beside a point, the nearest first.
std::vector<QRectF> placesAround(const QPointF& at, const QSizeF& size, std::span<const double> distances)
{
    const double line = size.height();
    std::vector<QRectF> places;
    for (const double lines : distances)
        for (const double dx : {10.0, -10.0 - size.width(), -size.width() / 2})
            places.emplace_back(QPointF(at.x() + dx, at.y() + lines * line - line / 2), size);
    return places;
}

/// A box along a line that rises to the right: above it, or below it.
QPolygonF boxAlong(const QPointF& start, const QPointF& direction, const QSizeF& size, bool over)
{
    const QPointF up(direction.y(), -direction.x());
    const QPointF upper = start + up * (over ? size.height() + beside_a_line : -beside_a_line);
    const QPointF lower = upper - up * size.height();
    const QPointF along = direction * size.width();
    return {upper, upper + along, lower + along, lower};
}

} // namespace

std::vector<Label> RooflineChart::labels() const
{
    std::vector<Label> labels;
    if (!hasAnalysis())
        return labels;
    LabelPlacer placer(area().adjusted(2, 2, -2, -2));
    blockPoints(placer);
    avoidRoofs(placer);
    nameAchieved(labels, placer);
    nameOthers(labels, placer);
    nameRoofs(labels, placer);
    nameIntensities(labels, placer);
    return labels;
}

void RooflineChart::blockPoints(LabelPlacer& placer) const
{
    const auto around = [](const QPointF& at, double reach) {
        return QRectF(at - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    };
    for (const Mark& mark : marks(analysis().roofline.roof))
        placer.block(around(pixel(mark.intensity, mark.ceiling), 6));
    if (const auto at = pixelOf(m_point))
        placer.block(QRectF(pixel(m_point.intensity, m_point.attainable), *at).normalized().adjusted(-7, -7, 7, 7));
    for (const Beside& other : beside())
        if (other.analysis)
            if (const auto at = pixelOf(pointOf(other.analysis->roofline)))
                placer.block(around(*at, 7));
}

void RooflineChart::avoidRoofs(LabelPlacer& placer) const
{
    for (const QCPGraph* roof : {m_compute_roof, m_peak_roof, m_memory_roof, m_network_roof}) {
        if (roof->dataCount() < 2)
            continue;
        const QPointF from = pixel(roof->dataMainKey(0), roof->dataMainValue(0));
        const QPointF to = pixel(roof->dataMainKey(1), roof->dataMainValue(1));
        const QPointF aside(0, roof->pen().widthF() / 2);
        placer.avoid({from - aside, to - aside, to + aside, from + aside});
    }
}

/// The first wording for which there is a free place.
void RooflineChart::nameAt(std::vector<Label>& labels, LabelPlacer& placer, const QPointF& at, const Name& name) const
{
    for (const std::span<const double> distances : {std::span<const double>(near_by), std::span<const double>(far_off)})
        if (const auto label =
                placed(placer, name, [&](const QSizeF& size) { return placesAround(at, size, distances); })) {
            labels.push_back(*label);
            return;
        }
}

void RooflineChart::nameAchieved(std::vector<Label>& labels, LabelPlacer& placer) const
{
    const auto at = pixelOf(m_point);
    if (!at)
        return;
    const QFont strong = fontOf(FontRole::strong);
    const QFont small = fontOf(FontRole::small);
    const QString achieved = toQString(m_point.achieved, Unit::flops_per_second);
    const QSizeF first = tagSize(strong, achieved);
    const QString roof = toQString(roofBoundId(analysis().roofline.bound));
    const QString share = shareOfRoof() >= at_the_roof
        ? tr("at the %1 roof").arg(roof)
        : tr("%1 of the %2 roof").arg(toQString(shareOfRoof(), Unit::ratio), roof);
    const QSizeF second = tagSize(small, share);
    const QSizeF both(std::max(first.width(), second.width()), first.height() + second.height());
    std::vector<QRectF> places;
    for (const double away : {30.0, 14.0, 48.0})
        for (const double down : {24.0, -24.0 - both.height(), 6.0, -6.0 - both.height()})
            for (const double dx : {away, -away - both.width()})
                places.emplace_back(*at + QPointF(dx, down), both);
    if (const auto place = placer.place(places)) {
        const bool left = place->center().x() < at->x();
        const auto line = [&](const QSizeF& size, double top) {
            return corners(QRectF(QPointF(left ? place->right() - size.width() : place->left(), top), size));
        };
        labels.push_back({achieved, strong, colors().text, line(first, place->top())});
        labels.push_back({share, small, colors().muted, line(second, place->top() + first.height())});
        return;
    }
    nameAt(labels, placer, *at, {{achieved}, strong, colors().text, tag_margin});
    nameShareOfRoof(labels, placer);
}

double RooflineChart::shareOfRoof() const
{
    return m_point.attainable > 0 ? m_point.achieved / m_point.attainable : 0;
}

void RooflineChart::nameShareOfRoof(std::vector<Label>& labels, LabelPlacer& placer) const
{
    const auto at = pixelOf(m_point);
    if (!at || shareOfRoof() >= at_the_roof)
        return;
    const QPointF middle = (*at + pixel(m_point.intensity, m_point.attainable)) / 2;
    const Name name{{tr("%1 of the roof").arg(toQString(shareOfRoof(), Unit::ratio))}, fontOf(FontRole::small),
        colors().muted, tag_margin};
    if (const auto label =
            placed(placer, name, [&](const QSizeF& size) { return placesAround(middle, size, near_by); }))
        labels.push_back(*label);
}

/// Which of the other points is which.
void RooflineChart::nameOthers(std::vector<Label>& labels, LabelPlacer& placer) const
{
    const auto others = beside();
    for (const std::size_t i : {pinned, previewed, std::size_t(1), std::size_t(2), std::size_t(3)}) {
        const auto at = others[i].analysis ? pixelOf(pointOf(others[i].analysis->roofline)) : std::nullopt;
        if (!at)
            continue;
        const QString flops = toQString(others[i].analysis->roofline.achieved_flops, Unit::flops_per_second);
        nameAt(labels, placer, *at,
            {{QStringLiteral("%1 %2").arg(others[i].name, flops), others[i].name}, fontOf(FontRole::strong),
                colors().text, tag_margin});
    }
}

/// The limiting roof first.
void RooflineChart::nameRoofs(std::vector<Label>& labels, LabelPlacer& placer) const
{
    const Roof& roof = analysis().roofline.roof;
    const auto name = [&](RoofBound bound) {
        if (bound == RoofBound::compute) {
            nameFlat(labels, placer, *m_compute_roof, roof.sustained_flops, toQString(roofName(roof, bound)));
        } else if (bound == RoofBound::memory) {
            const QString memory = toQString(roofName(roof, bound));
            const QString uncounted = tr("%1, not in the step").arg(memory);
            nameSlanted(labels, placer, *m_memory_roof, bound,
                countsMemoryTraffic(analysis().scenario) ? QStringList{memory, tr("HBM")}
                                                         : QStringList{uncounted, memory, tr("HBM")});
        } else {
            nameSlanted(labels, placer, *m_network_roof, bound, {toQString(roofName(roof, bound)), tr("network")});
        }
    };
    std::array bounds{RoofBound::compute, RoofBound::memory, RoofBound::network};
    std::stable_partition(
        bounds.begin(), bounds.end(), [&](RoofBound bound) { return bound == analysis().roofline.bound; });
    std::ranges::for_each(bounds, name);
    nameFlat(labels, placer, *m_peak_roof, roof.peak_flops, toQString(peakName(roof)));
}

void RooflineChart::nameFlat(
    std::vector<Label>& labels, LabelPlacer& placer, const QCPGraph& graph, double flops, const QString& words) const
{
    if (graph.data()->isEmpty())
        return;
    const bool limiting = &graph == m_compute_roof && analysis().roofline.bound == RoofBound::compute;
    const QFont small = fontOf(FontRole::small);
    const QFont font = limiting ? roleFont(small, FontRole::strong) : small;
    const double y = yOf(flops);
    const double left_end = xOf(graph.dataMainKey(0));
    const bool below = &graph == m_compute_roof; // the peak is over it
    const double peak = yOf(analysis().roofline.roof.peak_flops);
    const Name name{{words}, font, quantityTextColor(Quantity::compute, themeMode()), tag_margin};
    const auto label = placed(placer, name, [&](const QSizeF& size) {
        std::vector<double> tops;
        for (const double gap : {beside_a_line, beside_a_mark}) {
            const double over = y - size.height() - gap;
            const bool at_peak = below && over < peak + gap && peak < y; // it would look like the name of the peak
            if (below)
                tops.push_back(y + gap);
            if (!at_peak)
                tops.push_back(over);
            if (!below)
                tops.push_back(y + gap);
        }
        std::vector<QRectF> places;
        for (double left = area().right() - size.width() - 2; places.empty() || left > left_end;
             left -= size.width() / 4)
            std::ranges::copy(boxes(size, {left}, tops), std::back_inserter(places));
        return places;
    });
    if (label)
        labels.push_back(*label);
}

/// Along a rising roof, as near to its upper end as there is room, in the first wording that finds any.
void RooflineChart::nameSlanted(std::vector<Label>& labels, LabelPlacer& placer, const QCPGraph& graph, RoofBound bound,
    const QStringList& wordings) const
{
    if (graph.dataCount() < 2)
        return;
    const Roofline& roofline = analysis().roofline;
    const QPointF low = pixel(graph.dataMainKey(0), graph.dataMainValue(0));
    const double top = std::min(graph.dataMainValue(1), roofline.roof.sustained_flops);
    const QPointF along = pixel(graph.dataMainKey(1) * top / graph.dataMainValue(1), top) - low;
    const double length = std::hypot(along.x(), along.y());
    const QPointF direction = along / length;
    const QFont small = fontOf(FontRole::small);
    const QFont font = bound == roofline.bound ? roleFont(small, FontRole::strong) : small;
    for (const QString& words : wordings) {
        const QSizeF size = textSize(font, words);
        std::vector<QPolygonF> places;
        for (const bool over : {true, false})
            for (double from = length - size.width() - 4; from > 4; from -= 6)
                places.push_back(boxAlong(low + direction * from, direction, size, over));
        if (const auto place = placer.placeSlanted(places)) {
            labels.push_back({words, font, quantityTextColor(quantityOf(bound), themeMode()), *place});
            return;
        }
    }
}

/// At the lower end of the lines of the step's intensities.
void RooflineChart::nameIntensities(std::vector<Label>& labels, LabelPlacer& placer) const
{
    const double line = lineHeight(plot()->font());
    for (const Mark& mark : marks(analysis().roofline.roof)) {
        const bool memory = mark.roof == RoofBound::memory;
        const QString value = toQString(mark.intensity, Unit::flops);
        nameAt(labels, placer, {xOf(mark.intensity), area().bottom() - line},
            {{(memory ? tr("%1 per memory byte") : tr("%1 per network byte")).arg(value),
                 (memory ? tr("%1/byte, memory") : tr("%1/byte, network")).arg(value)},
                fontOf(FontRole::small), quantityTextColor(quantityOf(mark.roof), themeMode()), tag_margin});
    }
    if (analysis().roofline.roof.communication_intensity > 0)
        return;
    const Name name{{tr("One worker: no network traffic")}, fontOf(FontRole::small), colors().muted, tag_margin};
    const auto label = placed(placer, name, [&](const QSizeF& size) {
        const double top = area().bottom() - size.height() - 4;
        return boxes(size, {area().right() - size.width() - 4}, {top, top - line, top - 2 * line});
    });
    if (label)
        labels.push_back(*label);
}

} // namespace kneepoint
