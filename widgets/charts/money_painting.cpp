// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "widgets/charts/kit/curve_names.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>

/// Painting on top of the curves.
namespace kneepoint {

void MoneyChart::drawKnee(QPainter& painter, LabelPlacer& placer) const
{
    const auto& knee = theKnee(analysis().curve);
    if (!knee || xOf(knee->workers) < area().left() || xOf(knee->workers) > area().right())
        return;
    constexpr Quantity quantity = Quantity::compute;
    const double x = xOf(knee->workers);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(quantityColor(quantity, themeMode()), 1));
    painter.drawLine(QPointF(x, area().top()), QPointF(x, area().bottom()));
    const QString words = tr("knee: %1").arg(toQString(kneePlace(knee->workers)));
    const QSizeF size = textSize(plot()->font(), words) + QSizeF(8, 0);
    std::vector<QRectF> places;
    for (const double row : {0.0, 1.0, 2.0, 3.0})
        for (const double left : {x + 3, x - 3 - size.width()})
            places.emplace_back(QPointF(left, area().top() + 2 + row * size.height()), size);
    if (const auto place = placer.place(places))
        drawTag(painter, *place, words, plot()->font(), quantityTextColor(quantity, themeMode()), themeMode());
}

void MoneyChart::drawCheapest(QPainter& painter, LabelPlacer& placer) const
{
    const double k = m_cheapest;
    const bool best = !m_best_runs.empty();
    const double cost = curveAt(best ? *m_best.cost : *m_shown.cost, k);
    const QPointF at(xOf(k), plot()->yAxis->coordToPixel(cost));
    if (!area().contains(at))
        return;
    const Theme& colors = theme(themeMode());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.text, 2));
    painter.setBrush(colors.panel);
    painter.drawEllipse(at, 6, 6);
    placer.block(QRectF(at - QPointF(7, 7), QSizeF(14, 14)));
    const QFont font = roleFont(plot()->font(), FontRole::strong);
    const QString short_words =
        tr("cheapest: %1 at K = %2").arg(toQString(cost, Unit::dollars), toQString(k, Unit::none));
    const QStringList wordings{
        best ? tr("%1 with its best layout").arg(short_words) : short_words, short_words, tr("cheapest")};
    for (const QString& words : wordings) {
        const QSizeF size = textSize(font, words) + QSizeF(8, 0);
        std::vector<QRectF> places;
        for (const double dy : {-size.height() - 6, 8.0, -2 * size.height() - 8, -3 * size.height() - 10})
            for (const double dx : {8.0, -size.width() - 8})
                places.emplace_back(at + QPointF(dx, dy), size);
        if (const auto place = placer.place(places))
            return drawTag(painter, *place, words, font, colors.text, themeMode());
    }
}

void MoneyChart::drawNames(QPainter& painter, LabelPlacer& placer) const
{
    drawCurveName(painter, placer, *m_shown.cost, tr("cost"));
    drawCurveName(painter, placer, *m_shown.time, tr("time"));
    drawCurveName(painter, placer, *m_best.cost, tr("best layouts"));
    drawCurveName(painter, placer, *m_pinned.cost, tr("A"));
    for (std::size_t i = 0; i < std::min(m_others.size(), options().options.size()); ++i)
        drawCurveName(painter, placer, *m_others[i].cost, QString(QLatin1Char(options().options[i].letter)));
    drawCurveName(painter, placer, *m_ghost.cost, ghostName());
}

void MoneyChart::drawCurveName(
    QPainter& painter, LabelPlacer& placer, const QCPGraph& graph, const QString& words) const
{
    if (graph.data()->isEmpty())
        return;
    const QFont font = roleFont(plot()->font(), FontRole::strong);
    const QSizeF size = textSize(font, words) + QSizeF(6, 0);
    const bool money = graph.valueAxis() == plot()->yAxis;
    painter.setFont(font);
    painter.setPen(money ? theme(themeMode()).text : quantityTextColor(Quantity::compute, themeMode()));
    if (const auto place = placer.place(placesBeside(graph, size, {1.0, 0.92, 0.84, 0.7, 0.5, 0.3, 0.1})))
        painter.drawText(*place, Qt::AlignCenter, words);
}

void MoneyChart::drawDots(QPainter& painter, double workers, double radius) const
{
    for (const QCPGraph* graph : {m_shown.cost, m_shown.time}) {
        const QPointF at(xOf(workers), graph->valueAxis()->coordToPixel(curveAt(*graph, workers)));
        if (area().contains(at))
            drawDot(painter, at, graph->pen().color(), radius, themeMode());
    }
}

void MoneyChart::drawHover(QPainter& painter) const
{
    if (!(cursor() > 0) || m_shown.cost->data()->isEmpty()
        || !drawCursorLine(painter, xOf(cursor()), {area()}, themeMode()))
        return;
    drawDots(painter, cursor(), 4);
    drawReadoutIn(painter, area());
}

/// Dims the worker counts that do not keep to the limits.
void MoneyChart::drawForbidden(QPainter& painter) const
{
    if (!hasAnalysis() || !isLimited())
        return;
    QColor shade = theme(themeMode()).muted;
    shade.setAlphaF(0.22F);
    const auto shadeBetween = [&](double from, double to) {
        const QRectF all = area();
        const double left = std::clamp(from, all.left(), all.right());
        const double right = std::clamp(to, all.left(), all.right());
        painter.fillRect(QRectF(left, all.top(), right - left, all.height()), shade);
    };
    constexpr double margin = 1.02; // so that a single K shows
    double from = area().left();
    for (const WorkerRange& range : m_allowed) {
        shadeBetween(from, xOf(range.from / margin));
        from = xOf(range.to * margin);
    }
    shadeBetween(from, area().right());
}

void MoneyChart::drawLimit(QPainter& painter, LabelPlacer& placer, const Limit& limit) const
{
    const QPointF at = handleOf(limit);
    const bool set = limit.value > 0;
    const QRectF all = area();
    const bool left = limit.axis == plot()->yAxis;
    const QColor color = left ? theme(themeMode()).text : theme(themeMode()).accent;
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (set) {
        painter.setPen(QPen(color, 1.4, Qt::DashDotLine));
        painter.drawLine(QPointF(all.left(), at.y()), QPointF(all.right(), at.y()));
    }
    drawPill(painter, at, set ? color : theme(themeMode()).muted, themeMode(), !set);
    const QString value = toQString(limit.value, limit.parameter->unit);
    const QString words = left ? (set ? tr("budget %1").arg(value) : tr("budget"))
        : set                  ? tr("deadline %1").arg(value)
                               : tr("deadline");
    const QFont font = set ? roleFont(plot()->font(), FontRole::strong) : plot()->font();
    const QSizeF size = textSize(font, words) + QSizeF(8, 0);
    constexpr double beside = 16;
    const double x = left ? at.x() + beside : at.x() - beside - size.width();
    const QRectF level(QPointF(x, at.y() - size.height() / 2), size);
    placer.block(QRectF(at - QPointF(13, 6), QSizeF(26, 12)));
    const auto place = set
        ? placer.place({level.translated(0, -size.height() / 2 - 2), level.translated(0, size.height() / 2 + 2)})
        : placer.place(std::vector{level});
    if (!place)
        return;
    const QColor ink = !set ? theme(themeMode()).muted
        : left              ? color
                            : quantityTextColor(Quantity::compute, themeMode());
    drawTag(painter, *place, words, font, ink, themeMode());
}

} // namespace kneepoint
