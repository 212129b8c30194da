// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "widgets/charts/kit/curves.h"
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
    drawUpright(painter, x);
    const Name name{{tr("knee: %1").arg(toQString(kneePlace(knee->workers)))}, plot()->font(),
        quantityTextColor(quantity, themeMode()), 8};
    drawName(painter, placer, name, themeMode(), [&](const QSizeF& size) {
        const double top = area().top() + 2;
        const double line = size.height();
        return boxes(size, {x + 3, x - 3 - size.width()}, {top, top + line, top + 2 * line, top + 3 * line});
    });
}

void MoneyChart::drawCheapest(QPainter& painter, LabelPlacer& placer) const
{
    const double k = m_cheapest;
    const bool best = !m_best_runs.empty();
    const double cost = curveAt(best ? *m_best.cost : *m_shown.cost, k);
    const QPointF at(xOf(k), yOf(cost));
    if (!area().contains(at))
        return;
    drawRing(painter, at, 6, QPen(colors().text, 2), themeMode());
    placer.block(QRectF(at - QPointF(7, 7), QSizeF(14, 14)));
    const QString words = tr("cheapest: %1 at K = %2").arg(toQString(cost, Unit::dollars), toQString(k, Unit::none));
    const Name name{{best ? tr("%1 with its best layout").arg(words) : words, words, tr("cheapest")},
        fontOf(FontRole::strong), colors().text, 8};
    drawName(painter, placer, name, themeMode(), [&](const QSizeF& size) {
        const double line = size.height();
        return boxes(size, {at.x() + 8, at.x() - size.width() - 8},
            {at.y() - line - 6, at.y() + 8, at.y() - 2 * line - 8, at.y() - 3 * line - 10});
    });
}

void MoneyChart::drawCurveNames(QPainter& painter, LabelPlacer& placer) const
{
    drawCurveName(painter, placer, *m_shown.cost, tr("cost"));
    drawCurveName(painter, placer, *m_shown.time, tr("time"));
    drawCurveName(painter, placer, *m_best.cost, tr("best layouts"));
    const auto others = beside();
    for (std::size_t i = 0; i < others.size(); ++i)
        drawCurveName(painter, placer, *m_beside[i].cost, others[i].name);
}

void MoneyChart::drawCurveName(
    QPainter& painter, LabelPlacer& placer, const QCPGraph& graph, const QString& words) const
{
    if (graph.data()->isEmpty())
        return;
    const QFont font = fontOf(FontRole::strong);
    const QSizeF size = textSize(font, words) + QSizeF(6, 0);
    const bool money = graph.valueAxis() == plot()->yAxis;
    painter.setFont(font);
    painter.setPen(money ? colors().text : quantityTextColor(Quantity::compute, themeMode()));
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
    if (!isLimited())
        return;
    QColor shade = colors().muted;
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
    const LineHandle line = lineOf(limit);
    const QPointF at = line.center;
    const bool set = limit.value > 0;
    const bool money = limit.axis == plot()->yAxis;
    line.draw(painter, themeMode());
    const QString value = toQString(limit.value, limit.parameter->unit);
    const QString words = money ? (set ? tr("budget %1").arg(value) : tr("budget"))
        : set                   ? tr("deadline %1").arg(value)
                                : tr("deadline");
    placer.block(QRectF(at - QPointF(13, 6), QSizeF(26, 12)));
    const QColor ink = set && !money ? quantityTextColor(Quantity::compute, themeMode()) : line.ink;
    const Name name{{words}, set ? fontOf(FontRole::strong) : plot()->font(), ink, 8};
    drawName(painter, placer, name, themeMode(), [&](const QSizeF& size) {
        constexpr double beside_pill = 16;
        const double left = money ? at.x() + beside_pill : at.x() - beside_pill - size.width();
        const double top = at.y() - size.height() / 2;
        const double away = size.height() / 2 + 2;
        return boxes(size, {left}, set ? std::vector{top - away, top + away} : std::vector{top});
    });
}

} // namespace kneepoint
