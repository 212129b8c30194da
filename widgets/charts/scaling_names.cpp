// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "model/results/chart_words.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>

/// The names of curves, regions and lines, placed without overlap.
namespace kneepoint {
namespace {

constexpr double faded = 0.35;

} // namespace

void ScalingChart::drawNames(QPainter& painter) const
{
    if (analysis().curve.points.empty())
        return;
    m_names.clear();
    LabelPlacer placer(area().adjusted(2, 2, -2, -2));
    LabelPlacer pane(paneArea().adjusted(2, -2, -2, 2));
    blockCurves(placer);
    blockCurve(pane, *m_gamma);
    const QPointF triangle = workersHandle();
    pane.block(QRectF(triangle.x() - 9, triangle.y() - 16, 18, 20));
    const auto upright = [&](double workers) {
        return QRectF(xOf(workers) - 1, paneArea().top(), 2, paneArea().height());
    };
    pane.block(upright(analysis().step.workers)); // where the long name has no room beside it, γ alone has
    if (m_flag)
        pane.block(upright(m_flag->workers));
    LabelPlacer across = pane; // the line of the threshold
    pane.block(QRectF(paneArea().left(), gammaHandle().y() - 1, paneArea().width(), 2));
    drawToleranceName(painter, placer);
    drawCurveNames(painter, placer);
    drawTicks(painter, placer, pane, across);
    drawBandNames(painter, placer);
    if (!drawPaneName(painter, pane))
        drawPaneName(painter, across);
    drawWorkersNames(painter);
}

void ScalingChart::blockCurves(LabelPlacer& placer) const
{
    constexpr int samples = 32;
    const ScalingCurve& curve = analysis().curve;
    const double span = curve.max_workers / curve.min_workers;
    const auto block = [&](double x, double y) { placer.block(QRectF(x - 6, y - 3, 12, 6)); };
    for (int i = 0; i <= samples; ++i) {
        const CurveSample sample = sampleCurve(curve, curve.min_workers * std::pow(span, double(i) / samples));
        const double x = xOf(sample.workers);
        block(x, yOf(sample.speedup));
        block(x, yOf(sample.workers));
        block(x, efficiencyY(sample.efficiency));
    }
    blockCurve(placer, *m_envelope);
    for (const Curves& other : std::span(m_beside).first(previewed))
        blockCurve(placer, *other.speedup);
    blockCurve(placer, *m_beside[pinned].efficiency);
    if (m_flag)
        placer.block(QRectF(xOf(m_flag->workers) - 1, area().top(), 2, area().height()));
    placer.block(QRectF(area().left(), toleranceHandle().y() - 1, area().width(), 2));
    placer.block(QRectF(toleranceHandle() - QPointF(13, 6), QSizeF(26, 12)));
    const CurveSample now = sampleCurve(curve, analysis().step.workers);
    for (const double y : {yOf(now.speedup), efficiencyY(now.efficiency)})
        placer.block(QRectF(xOf(now.workers) - 7, y - 7, 14, 14));
}

void ScalingChart::drawBandNames(QPainter& painter, LabelPlacer& placer) const
{
    std::array<QRectF, bound_count> widest{};
    for (const BoundRegion& region : analysis().curve.regions) {
        const double from = std::max(xOf(region.from_workers), area().left());
        const double to = std::min(xOf(region.to_workers), area().right());
        QRectF& best = widest[static_cast<std::size_t>(region.bound)];
        if (to - from > best.width())
            best = QRectF(from, area().top(), to - from, area().height());
    }
    for (std::size_t i = 0; i < bound_count; ++i)
        drawBandName(painter, placer, static_cast<Bound>(i), widest[i]);
}

/// Drawn only if it covers nothing; otherwise the tint and the sentence have to suffice.
void ScalingChart::drawBandName(QPainter& painter, LabelPlacer& placer, Bound bound, const QRectF& band) const
{
    const Name name{
        {toQString(boundLabel(bound))}, fontOf(FontRole::small), quantityTextColor(quantityOf(bound), themeMode())};
    drawName(painter, placer, name, themeMode(), [&](const QSizeF& size) {
        constexpr double gap = 8;
        if (band.width() < size.width() + gap)
            return std::vector<QRectF>();
        const double left = band.left() + gap / 2;
        const double room = band.width() - size.width() - gap;
        const std::vector<double> lefts{left + room, left + 0.5 * room, left};
        const double low = band.bottom() - size.height() - 4;
        const double high = band.top() + 4;
        std::vector<QRectF> places =
            bound == Bound::compute ? boxes(size, lefts, {low, high}) : boxes(size, lefts, {high, low});
        for (const double up : {2.2, 3.3, 4.4})
            std::ranges::copy(boxes(size, lefts, {band.bottom() - up * size.height()}), std::back_inserter(places));
        return places;
    });
}

/// Over or under its line, as far to the left as the curves leave room.
void ScalingChart::drawToleranceName(QPainter& painter, LabelPlacer& placer) const
{
    const double tolerance = analysis().scenario.assumptions.efficiency_tolerance;
    const double y = efficiencyY(tolerance);
    if (y < area().top() || y > area().bottom())
        return;
    const Name name{{toQString(toleranceName(analysis().scenario))}, plot()->font(),
        quantityTextColor(Quantity::compute, themeMode())};
    drawName(painter, placer, name, themeMode(), [&](const QSizeF& size) {
        const double right = area().right() - size.width() - 24;
        std::vector<QRectF> places;
        for (const double share : {0.02, 0.25, 0.5, 0.75, 1.0})
            for (const double top : {y - size.height() - 2, y + 2})
                places.emplace_back(QPointF(area().left() + (right - area().left()) * share, top), size);
        return places;
    });
}

/// Under their triangles.
void ScalingChart::drawWorkersNames(QPainter& painter) const
{
    const QFont small = fontOf(FontRole::small);
    LabelPlacer row(QRectF(0, paneArea().bottom(), plot()->viewport().width(), 22 * scale()));
    const auto name = [&](const Analysis& of, const QString& wording, const QFont& font, const QColor& ink) {
        const double x = xOf(of.step.workers);
        if (x < area().left() - 1 || x > area().right() + 1)
            return;
        const QString words = wording.arg(toQString(of.step.workers, Unit::none));
        drawName(painter, row, {{words}, font, ink}, themeMode(), [&](const QSizeF& size) {
            return boxes(size, {x - size.width() / 2}, {paneArea().bottom() + 4 * scale()});
        });
    };
    const QFont strong = roleFont(small, FontRole::strong);
    name(analysis(), reference() ? shownLetter() + QStringLiteral(" %1") : tr("K = %1"), strong, colors().text);
    if (reference() && reference()->step.workers != analysis().step.workers)
        name(*reference(), tr("A %1"), small, colors().muted);
}

/// A name is its curve's legend: a click on it hides the curve, and the name fades.
bool ScalingChart::drawCurveName(
    QPainter& painter, LabelPlacer& placer, Curve curve, const Name& name, const Places& places) const
{
    painter.setOpacity(isShown(curve) ? 1 : faded);
    const auto place = drawName(painter, placer, name, themeMode(), places);
    painter.setOpacity(1);
    if (place)
        m_names.emplace_back(*place, curve);
    return place.has_value();
}

void ScalingChart::drawCurveNames(QPainter& painter, LabelPlacer& placer) const
{
    const ScalingCurve& curve = analysis().curve;
    const QFont font = plot()->font();
    const QFont strong = fontOf(FontRole::strong);
    const QColor text = colors().text;
    const auto name = [&](Curve which, const QCPGraph& graph, double end, auto value_of, const Name& as) {
        drawCurveName(painter, placer, which, as, [&](const QSizeF& size) {
            std::vector<QRectF> places;
            for (const double share : {0.97, 0.85, 0.7, 0.55, 0.4, 0.25, 0.12}) {
                const double k = curve.min_workers * std::pow(end / curve.min_workers, share);
                const QPointF at(xOf(k), graph.valueAxis()->coordToPixel(value_of(sampleCurve(curve, k))));
                std::ranges::copy(
                    boxes(size, {at.x() - size.width(), at.x() + 8}, {at.y() - size.height() - 4, at.y() + 5}),
                    std::back_inserter(places));
            }
            return places;
        });
    };
    const double all = curve.max_workers;
    const auto shown = [this](const QString& words) {
        return reference() ? tr("%1 %2").arg(shownLetter(), words) : words;
    };
    name(Curve::speedup, *m_speedup, all, [](const CurveSample& s) { return s.speedup; },
        {{shown(tr("speedup"))}, strong, text});
    const double leaves = std::clamp(plot()->yAxis->range().upper, curve.min_workers, all); // through the top
    name(Curve::ideal, *m_ideal, leaves, [](const CurveSample& s) { return s.workers; },
        {{tr("ideal")}, font, colors().muted});
    name(Curve::efficiency, *m_efficiency, all, [](const CurveSample& s) { return s.efficiency; },
        {{shown(tr("efficiency"))}, strong, quantityTextColor(Quantity::compute, themeMode())});
    const auto other = [&](Curve which, const QCPGraph& graph, const QString& words, const QFont& used) {
        if (!graph.data()->isEmpty())
            drawCurveName(painter, placer, which, {{words}, used, text}, [&](const QSizeF& size) {
                return placesBeside(graph, size, {1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2});
            });
    };
    other(Curve::envelope, *m_envelope, tr("best layout at each K"), font);
    const auto others = beside();
    for (std::size_t i = 0; i < previewed; ++i)
        other(i == pinned ? Curve::pinned : Curve::option, *m_beside[i].speedup, tr("%1 speedup").arg(others[i].name),
            font);
    other(Curve::ghost, *m_beside[previewed].speedup, ghostName(), strong);
}

bool ScalingChart::drawPaneName(QPainter& painter, LabelPlacer& placer) const
{
    const QRectF pane = paneArea();
    const Name name{{toQString(gammaName(analysis().curve)), m_gamma->data()->isEmpty() ? tr("γ = 0") : tr("γ")},
        fontOf(FontRole::small), quantityTextColor(Quantity::data_comm, themeMode())};
    return drawCurveName(painter, placer, Curve::gamma, name, [&](const QSizeF& size) {
        std::vector<QRectF> places;
        for (const double share : {1.0, 0.0, 0.75, 0.5, 0.25})
            for (const double top : {pane.bottom() - size.height() - 1, pane.top() - 1})
                places.emplace_back(QPointF(pane.left() + 4 + (pane.width() - size.width() - 10) * share, top), size);
        return places;
    });
}

} // namespace kneepoint
