// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "model/results/chart_words.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/curve_names.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

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
        block(x, plot()->yAxis->coordToPixel(sample.speedup));
        block(x, plot()->yAxis->coordToPixel(sample.workers));
        block(x, efficiencyY(sample.efficiency));
    }
    blockCurve(placer, *m_envelope);
    blockCurve(placer, *m_pinned.speedup);
    for (const QCPGraph* other : m_others)
        blockCurve(placer, *other);
    blockCurve(placer, *m_pinned.efficiency);
    if (m_flag)
        placer.block(QRectF(xOf(m_flag->workers) - 1, area().top(), 2, area().height()));
    placer.block(QRectF(area().left(), toleranceHandle().y() - 1, area().width(), 2));
    placer.block(QRectF(toleranceHandle() - QPointF(13, 6), QSizeF(26, 12)));
    const CurveSample now = sampleCurve(curve, analysis().step.workers);
    for (const double y : {plot()->yAxis->coordToPixel(now.speedup), efficiencyY(now.efficiency)})
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
    const QFont font = roleFont(plot()->font(), FontRole::small);
    const QString name = toQString(boundLabel(bound));
    const QSizeF size = textSize(font, name);
    constexpr double gap = 8;
    if (band.width() < size.width() + gap)
        return;
    const auto at = [&](double share, double top) {
        return QRectF(QPointF(band.left() + gap / 2 + (band.width() - size.width() - gap) * share, top), size);
    };
    const double low = band.bottom() - size.height() - 4;
    const double high = band.top() + 4;
    std::vector<QRectF> places = bound == Bound::compute
        ? std::vector{at(1, low), at(0.5, low), at(0, low), at(1, high), at(0.5, high)}
        : std::vector{at(1, high), at(0.5, high), at(0, high), at(1, low), at(0.5, low), at(0, low)};
    for (const double up : {2.2, 3.3, 4.4})
        for (const double share : {1.0, 0.5, 0.0})
            places.push_back(at(share, band.bottom() - up * size.height()));
    if (const auto place = placer.place(places))
        drawTag(painter, *place, name, font, quantityTextColor(quantityOf(bound), themeMode()), themeMode());
}

/// Over or under its line, as far to the left as the curves leave room.
void ScalingChart::drawToleranceName(QPainter& painter, LabelPlacer& placer) const
{
    const double tolerance = analysis().scenario.assumptions.efficiency_tolerance;
    const double y = efficiencyY(tolerance);
    if (y < area().top() || y > area().bottom())
        return;
    const QString words = toQString(toleranceName(analysis().scenario));
    const QSizeF size = textSize(plot()->font(), words);
    const double right = area().right() - size.width() - 24;
    std::vector<QRectF> places;
    for (const double share : {0.02, 0.25, 0.5, 0.75, 1.0})
        for (const double top : {y - size.height() - 2, y + 2})
            places.emplace_back(QPointF(area().left() + (right - area().left()) * share, top), size);
    if (const auto place = placer.place(places))
        drawTag(painter, *place, words, plot()->font(), quantityTextColor(Quantity::compute, themeMode()), themeMode());
}

/// Under their triangles.
void ScalingChart::drawWorkersNames(QPainter& painter) const
{
    const QFont small = roleFont(plot()->font(), FontRole::small);
    LabelPlacer row(QRectF(0, paneArea().bottom(), plot()->viewport().width(), 22 * scale()));
    const auto name = [&](const Analysis& of, const QString& wording, const QFont& font, const QColor& ink) {
        const QString words = wording.arg(toQString(of.step.workers, Unit::none));
        const QSizeF size = textSize(font, words);
        const double x = xOf(of.step.workers);
        if (x < area().left() - 1 || x > area().right() + 1)
            return;
        const QRectF under(QPointF(x - size.width() / 2, paneArea().bottom() + 4 * scale()), size);
        if (const auto place = row.place({under}))
            drawTag(painter, *place, words, font, ink, themeMode());
    };
    const Theme& colors = theme(themeMode());
    const QFont strong = roleFont(small, FontRole::strong);
    name(analysis(), reference() ? shownLetter() + QStringLiteral(" %1") : tr("K = %1"), strong, colors.text);
    if (reference() && reference()->step.workers != analysis().step.workers)
        name(*reference(), tr("A %1"), small, colors.muted);
}

/// A name is its curve's legend: a click on it hides the curve, and the name fades.
void ScalingChart::drawName(QPainter& painter, const QRectF& place, const Name& name) const
{
    painter.setOpacity(isShown(name.curve) ? 1 : faded);
    drawTag(painter, place, name.words, name.font, name.color, themeMode());
    painter.setOpacity(1);
    m_names.emplace_back(place, name.curve);
}

void ScalingChart::drawCurveNames(QPainter& painter, LabelPlacer& placer) const
{
    const ScalingCurve& curve = analysis().curve;
    const Theme& colors = theme(themeMode());
    const QFont font = plot()->font();
    const QFont strong = roleFont(font, FontRole::strong);
    const auto name = [&](const QCPGraph& graph, double end, auto value_of, const Name& as) {
        const QSizeF size = textSize(as.font, as.words);
        std::vector<QRectF> places;
        for (const double share : {0.97, 0.85, 0.7, 0.55, 0.4, 0.25, 0.12}) {
            const double k = curve.min_workers * std::pow(end / curve.min_workers, share);
            const QPointF at(xOf(k), graph.valueAxis()->coordToPixel(value_of(sampleCurve(curve, k))));
            for (const double dy : {-size.height() - 4, 5.0})
                for (const double dx : {-size.width(), 8.0})
                    places.emplace_back(at + QPointF(dx, dy), size);
        }
        if (const auto place = placer.place(places))
            drawName(painter, *place, as);
    };
    const double all = curve.max_workers;
    name(*m_speedup, all, [](const CurveSample& s) { return s.speedup; },
        {Curve::speedup, reference() ? tr("%1 speedup").arg(shownLetter()) : tr("speedup"), strong, colors.text});
    const double leaves = std::clamp(plot()->yAxis->range().upper, curve.min_workers, all); // through the top
    name(*m_ideal, leaves, [](const CurveSample& s) { return s.workers; },
        {Curve::ideal, tr("ideal"), font, colors.muted});
    name(*m_efficiency, all, [](const CurveSample& s) { return s.efficiency; },
        {Curve::efficiency, reference() ? tr("%1 efficiency").arg(shownLetter()) : tr("efficiency"), strong,
            quantityTextColor(Quantity::compute, themeMode())});
    const auto other = [&](const QCPGraph& graph, const Name& as) {
        if (graph.data()->isEmpty())
            return;
        const QSizeF size = textSize(as.font, as.words);
        if (const auto place = placer.place(placesBeside(graph, size, {1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2})))
            drawName(painter, *place, as);
    };
    other(*m_envelope, {Curve::envelope, tr("best layout at each K"), font, colors.text});
    other(*m_pinned.speedup, {Curve::pinned, tr("A speedup"), font, colors.text});
    for (std::size_t i = 0; i < std::min(m_others.size(), options().options.size()); ++i)
        other(*m_others[i],
            {Curve::option, tr("%1 speedup").arg(QLatin1Char(options().options[i].letter)), font, colors.text});
    other(*m_ghost.speedup, {Curve::ghost, ghostName(), strong, colors.text});
}

bool ScalingChart::drawPaneName(QPainter& painter, LabelPlacer& placer) const
{
    const QFont font = roleFont(plot()->font(), FontRole::small);
    const QRectF pane = paneArea();
    const QColor ink = quantityTextColor(Quantity::data_comm, themeMode());
    const auto places = [&](const QString& words) {
        const QSizeF size = textSize(font, words);
        std::vector<QRectF> found;
        for (const double share : {1.0, 0.0, 0.75, 0.5, 0.25})
            for (const double top : {pane.bottom() - size.height() - 1, pane.top() - 1})
                found.emplace_back(QPointF(pane.left() + 4 + (pane.width() - size.width() - 10) * share, top), size);
        return found;
    };
    const bool none = m_gamma->data()->isEmpty();
    for (const QString& words : {toQString(gammaName(analysis().curve)), none ? tr("γ = 0") : tr("γ")})
        if (const auto place = placer.place(places(words))) {
            drawName(painter, *place, {Curve::gamma, words, font, ink});
            return true;
        }
    return false;
}

} // namespace kneepoint
