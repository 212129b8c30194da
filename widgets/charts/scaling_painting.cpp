// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "widgets/charts/scaling_chart.h"

#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/curve_names.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/words.h"
#include "widgets/theme/shaped_words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

/// Painting below and on top of the curves.
namespace kneepoint {
namespace {

constexpr double faded = 0.35;

} // namespace

void ScalingChart::drawBands(QPainter& painter) const
{
    if (!hasAnalysis())
        return;
    for (const BoundRegion& region : analysis().curve.regions) {
        const double from = std::max(xOf(region.from_workers), area().left());
        const double to = std::min(xOf(region.to_workers), area().right());
        if (from >= to)
            continue;
        const QColor tint = regionTint(quantityOf(region.bound), themeMode());
        painter.fillRect(QRectF(from, area().top(), to - from, area().height()), tint);
        painter.fillRect(QRectF(from, paneArea().top(), to - from, paneArea().height()), tint);
    }
}

void ScalingChart::drawNames(QPainter& painter) const
{
    if (analysis().curve.points.empty())
        return;
    m_names.clear();
    LabelPlacer placer(area().adjusted(2, 2, -2, -2));
    blockCurves(placer);
    drawToleranceName(painter, placer);
    drawCurveNames(painter, placer);
    drawBandNames(painter, placer);
    drawPaneName(painter);
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
    blockCurve(placer, *m_pinned.efficiency);
    for (const Flag& flag : m_flags)
        placer.block(QRectF(xOf(flag.workers) - 1, area().top(), 2, area().height()));
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
    for (std::size_t i = 0; i < bound_count; ++i) {
        const auto bound = static_cast<Bound>(i);
        for (const FontRole role : {FontRole::base, FontRole::small})
            if (drawBandName(painter, placer, bound, widest[i], roleFont(plot()->font(), role)))
                break;
    }
}

/// Drawn only if it covers nothing; otherwise the tint and the sentence have to suffice.
bool ScalingChart::drawBandName(
    QPainter& painter, LabelPlacer& placer, Bound bound, const QRectF& band, const QFont& font) const
{
    const QString name = utf8(boundLabel(bound));
    const QSizeF size = textSize(font, name);
    if (band.width() < size.width() + 8)
        return false;
    std::vector<QRectF> places;
    for (const double up : {1.1, 2.2, 3.3, 4.4})
        for (const double share : {0.5, 0.0, 1.0, 0.25, 0.75})
            places.emplace_back(QPointF(band.left() + 4 + (band.width() - size.width() - 8) * share,
                                    band.bottom() - up * size.height()),
                size);
    const auto place = placer.place(places);
    if (!place)
        return false;
    painter.setFont(font);
    painter.setPen(quantityTextColor(quantityOf(bound), themeMode()));
    drawWords(painter, *place, Qt::AlignCenter, name);
    return true;
}

void ScalingChart::drawTolerance(QPainter& painter) const
{
    const double tolerance = analysis().scenario.assumptions.efficiency_tolerance;
    const double y = efficiencyY(tolerance);
    if (y < area().top() || y > area().bottom())
        return;
    const Theme& colors = theme(themeMode());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors.accent, 1, Qt::DashLine));
    painter.drawLine(QPointF(area().left(), y), QPointF(area().right(), y));
    drawPill(painter, toleranceHandle(), colors.accent, themeMode());
}

/// Over or under its line, as near to its handle as the curves leave room.
void ScalingChart::drawToleranceName(QPainter& painter, LabelPlacer& placer) const
{
    const double tolerance = analysis().scenario.assumptions.efficiency_tolerance;
    const double y = efficiencyY(tolerance);
    if (y < area().top() || y > area().bottom())
        return;
    const QString words = tr("tolerance %1").arg(text(tolerance, Unit::ratio));
    const QSizeF size = textSize(plot()->font(), words) + QSizeF(6, 0);
    const double right = area().right() - size.width() - 28;
    std::vector<QRectF> places;
    for (const double share : {1.0, 0.75, 0.5, 0.25, 0.0})
        for (const double top : {y + 2, y - size.height() - 2})
            places.emplace_back(QPointF(area().left() + (right - area().left()) * share, top), size);
    if (const auto place = placer.place(places))
        drawTag(painter, *place, words, plot()->font(), quantityTextColor(Quantity::compute, themeMode()), themeMode());
}

void ScalingChart::drawFlags(QPainter& painter) const
{
    const QFont font = plot()->font();
    const double row_height = flagRowHeight();
    const double top = area().top() - m_flag_rows * row_height;
    const QRectF strip(2, top, plot()->viewport().width() - 4, m_flag_rows * row_height);
    painter.setFont(font);
    if (m_flags.empty()) {
        painter.setPen(theme(themeMode()).muted);
        painter.drawText(QRectF(area().left(), area().top() - row_height, area().width(), row_height - 3),
            Qt::AlignLeft, tr("No knee up to K = %1").arg(text(analysis().curve.max_workers, Unit::none)));
    }
    // From the right: a flag is next to its pole, above flags with which its box would overlap.
    std::vector<std::pair<QRectF, const Flag*>> placed;
    for (const Flag& flag : m_flags) {
        const double x = xOf(flag.workers);
        if (x < area().left() || x > area().right())
            continue;
        const QSizeF size(textSize(font, flag.text).width() + 10, row_height - 3);
        QRectF rect = pushedInside(QRectF(QPointF(x, area().top() - row_height), size), strip);
        const auto meets = [&](const auto& other) { return other.first.adjusted(-2, 0, 2, 0).intersects(rect); };
        while (rect.top() > top && std::ranges::any_of(placed, meets))
            rect.translate(0, -row_height);
        placed.emplace_back(rect, &flag);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(quantityColor(flag.quantity, themeMode()), 1));
        painter.drawLine(QPointF(x, rect.top()), QPointF(x, area().bottom()));
        painter.drawLine(QPointF(x, paneArea().top()), QPointF(x, paneArea().bottom()));
    }
    for (const auto& [rect, flag] : placed) {
        painter.fillRect(rect, theme(themeMode()).panel);
        painter.fillRect(rect, regionTint(flag->quantity, themeMode()));
        painter.setPen(QPen(quantityColor(flag->quantity, themeMode()), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect);
        painter.setPen(theme(themeMode()).text);
        drawWords(painter, rect, Qt::AlignCenter, flag->text);
    }
}

void ScalingChart::drawDots(QPainter& painter, double workers, double radius) const
{
    const CurveSample sample = sampleCurve(analysis().curve, workers);
    const double x = xOf(sample.workers);
    const auto dot = [&](const QCPGraph& graph, double value, const QRectF& inside) {
        const QPointF at(x, graph.valueAxis()->coordToPixel(value));
        if (graph.visible() && inside.contains(at))
            drawDot(painter, at, graph.pen().color(), radius, themeMode());
    };
    dot(*m_speedup, sample.speedup, area());
    dot(*m_efficiency, sample.efficiency, area());
    if (sample.gamma > 0)
        dot(*m_gamma, sample.gamma, paneArea());
}

void ScalingChart::drawCurrent(QPainter& painter) const
{
    const QPointF at = workersHandle();
    if (analysis().curve.points.empty() || at.x() < area().left() - 1 || at.x() > area().right() + 1)
        return;
    drawDots(painter, analysis().step.workers, 5);
    drawWorkersTriangle(painter, at, themeMode());
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
    const auto name = [&](const QCPGraph& graph, auto value_of, const Name& as) {
        const QSizeF size = textSize(as.font, as.words) + QSizeF(6, 0);
        std::vector<QRectF> places;
        for (const double share : {0.97, 0.85, 0.7, 0.55, 0.4, 0.25}) {
            const double k = curve.min_workers * std::pow(curve.max_workers / curve.min_workers, share);
            const QPointF at(xOf(k), graph.valueAxis()->coordToPixel(value_of(sampleCurve(curve, k))));
            for (const double dy : {-size.height() - 4, 5.0})
                for (const double dx : {-size.width(), 8.0})
                    places.emplace_back(at + QPointF(dx, dy), size);
        }
        if (const auto place = placer.place(places))
            drawName(painter, *place, as);
    };
    name(*m_speedup, [](const CurveSample& s) { return s.speedup; },
        {Curve::speedup, tr("speedup"), strong, colors.text});
    name(*m_ideal, [](const CurveSample& s) { return s.workers; }, {Curve::ideal, tr("ideal"), font, colors.muted});
    name(*m_efficiency, [](const CurveSample& s) { return s.efficiency; },
        {Curve::efficiency, tr("efficiency"), strong, quantityTextColor(Quantity::compute, themeMode())});
    const auto other = [&](const QCPGraph& graph, const Name& as) {
        if (graph.data()->isEmpty())
            return;
        const QSizeF size = textSize(as.font, as.words) + QSizeF(6, 0);
        if (const auto place = placer.place(placesBeside(graph, size, {1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2})))
            drawName(painter, *place, as);
    };
    other(*m_envelope, {Curve::envelope, tr("best layout at each K"), font, colors.text});
    other(*m_pinned.speedup, {Curve::pinned, tr("A"), strong, colors.text});
    other(*m_ghost.speedup, {Curve::ghost, ghostName(), strong, colors.text});
}

void ScalingChart::drawPaneName(QPainter& painter) const
{
    const QFont font = plot()->font();
    const QRectF pane = paneArea();
    const QColor ink = quantityTextColor(Quantity::data_comm, themeMode());
    if (const QPointF pill = gammaHandle(); pane.adjusted(0, -1, 0, 1).contains(pill)) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(quantityColor(Quantity::data_comm, themeMode()), 1, Qt::DashLine));
        painter.drawLine(QPointF(pane.left(), pill.y()), QPointF(pane.right(), pill.y()));
        drawPill(painter, pill, quantityColor(Quantity::data_comm, themeMode()), themeMode());
    }
    LabelPlacer placer(pane);
    blockCurve(placer, *m_gamma);
    for (const Flag& flag : m_flags)
        placer.block(QRectF(xOf(flag.workers) - 1, pane.top(), 2, pane.height()));
    placer.block(QRectF(pane.left(), gammaHandle().y() - 1, pane.width(), 2));
    const auto places = [&](const QString& words) {
        const QSizeF size = textSize(font, words) + QSizeF(6, 0);
        std::vector<QRectF> found;
        for (const double top : {pane.top() - 2, pane.bottom() - size.height()})
            for (const double share : {0.0, 1.0, 0.25, 0.5, 0.75})
                found.emplace_back(QPointF(pane.left() + 4 + (pane.width() - size.width() - 32) * share, top), size);
        return found;
    };
    const bool none = m_gamma->data()->isEmpty();
    const QStringList wordings = none
        ? QStringList{tr("γ = 0: no communication at any K"), tr("γ = 0")}
        : QStringList{tr("γ = communication / compute time"), tr("γ = comm. / compute"), tr("γ")};
    for (const QString& words : wordings)
        if (const auto place = placer.place(places(words))) {
            drawName(painter, *place, {Curve::gamma, words, font, ink});
            return;
        }
}

void ScalingChart::drawHover(QPainter& painter) const
{
    if (!hasAnalysis() || !(cursor() > 0) || analysis().curve.points.empty()
        || !drawCursorLine(painter, xOf(cursor()), {area(), paneArea()}, themeMode()))
        return;
    drawDots(painter, cursor(), 4);
    if (hovered().isOn())
        drawReadout(painter, area() | paneArea(), hovered().at(), readout(), plot()->font(), themeMode());
}

} // namespace kneepoint
