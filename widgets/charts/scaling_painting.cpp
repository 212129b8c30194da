// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "model/results/chart_words.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"

#include <qcustomplot.h>

#include <algorithm>

/// Regions, lines, flag and ticks, below and on top of the curves.
namespace kneepoint {

void ScalingChart::drawBands(QPainter& painter) const
{
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

/// Over the chart, as near to its pole as the edges leave room.
QRectF ScalingChart::flagRect() const
{
    if (!m_flag)
        return {};
    const QFont small = fontOf(FontRole::small);
    constexpr double padding = 9;
    const double words = textSize(roleFont(small, FontRole::strong), m_flag->knee).width()
        + textSize(small, QStringLiteral(" · ") + m_flag->definition).width();
    const QSizeF size(words + 2 * padding, 22 * scale());
    const QRectF strip(2, area().top() - 29 * scale(), plot()->viewport().width() - 4, size.height());
    return pushedInside(QRectF(QPointF(xOf(m_flag->workers) - 10, strip.top()), size), strip);
}

/// Where a curve without a knee says so, over the left end of the chart.
QRectF ScalingChart::noKneeRect() const
{
    if (m_flag || analysis().curve.points.empty())
        return {};
    const double width = textSize(fontOf(FontRole::small), toQString(noKneeName(analysis().curve))).width();
    return {area().left(), area().top() - 24 * scale(), width, 20 * scale()};
}

void ScalingChart::drawFlag(QPainter& painter) const
{
    const QFont small = fontOf(FontRole::small);
    painter.setFont(small);
    if (const QRectF none = noKneeRect(); !none.isEmpty()) {
        painter.setPen(colors().muted);
        drawWords(painter, none, Qt::AlignLeft | Qt::AlignVCenter, toQString(noKneeName(analysis().curve)));
    }
    const double x = m_flag ? xOf(m_flag->workers) : -1;
    if (x < area().left() - 1 || x > area().right() + 1)
        return;
    const QRectF rect = flagRect();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().accent, 1.5));
    painter.drawLine(QPointF(x, rect.bottom()), QPointF(x, area().bottom()));
    painter.drawLine(QPointF(x, paneArea().top()), QPointF(x, paneArea().bottom()));
    painter.setPen(QPen(colors().accent, 1));
    painter.setBrush(colors().panel);
    painter.drawRoundedRect(rect, 4, 4);
    painter.setPen(quantityTextColor(Quantity::compute, themeMode()));
    const QFont strong = roleFont(small, FontRole::strong);
    QRectF words = rect.adjusted(9, 0, 0, 0);
    painter.setFont(strong);
    drawWords(painter, words, Qt::AlignLeft | Qt::AlignVCenter, m_flag->knee);
    words.setLeft(words.left() + textSize(strong, m_flag->knee).width());
    painter.setFont(small);
    drawWords(painter, words, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral(" · ") + m_flag->definition);
}

/// Another knee: a dashed line with its name over the chart, left or right of the flag.
void ScalingChart::drawTopTick(QPainter& painter, const Tick& tick) const
{
    const double x = xOf(tick.workers);
    const QColor ink = quantityTextColor(Quantity::compute, themeMode());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().accent, 1.2, Qt::DashLine));
    painter.drawLine(QPointF(x, area().top() - 6), QPointF(x, area().bottom()));
    const QRectF flag = m_flag ? flagRect() : noKneeRect();
    LabelPlacer row(QRectF(2, area().top() - 29 * scale(), plot()->viewport().width() - 4, 26 * scale()));
    row.block(flag.adjusted(-4, 0, 4, 0));
    drawName(painter, row, {{tick.text}, fontOf(FontRole::small), ink}, themeMode(), [&](const QSizeF& size) {
        const double width = size.width();
        return boxes(
            size, {x - 6 - width, x + 6, flag.left() - 8 - width, flag.right() + 8}, {area().top() - 25 * scale()});
    });
}

void ScalingChart::drawTicks(QPainter& painter, LabelPlacer& placer, LabelPlacer& pane, LabelPlacer& across) const
{
    constexpr double reach = 6;
    const QFont font = fontOf(FontRole::small);
    for (const Tick& tick : m_ticks) {
        const double x = xOf(tick.workers);
        if (x < area().left() || x > area().right())
            continue;
        if (tick.on == Tick::On::top) {
            drawTopTick(painter, tick);
            continue;
        }
        const bool on_gamma = tick.on == Tick::On::gamma;
        const Quantity quantity = on_gamma ? Quantity::data_comm : Quantity::overhead;
        const double y = on_gamma ? gammaHandle().y() : yOf(sampleCurve(analysis().curve, tick.workers).speedup);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(quantityColor(quantity, themeMode()), 2));
        painter.drawLine(QPointF(x, y - reach), QPointF(x, y + reach));
        const Name name{{tick.text}, font, quantityTextColor(quantity, themeMode())};
        const auto place = drawName(painter, on_gamma ? pane : placer, name, themeMode(), [&](const QSizeF& size) {
            const double over = y - size.height() - 2;
            return boxes(size, {x - reach - size.width(), x + reach},
                {over, y + 2, over - size.height(), y + 2 + size.height()});
        });
        if (place && on_gamma)
            across.block(*place);
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
    painter.setRenderHint(QPainter::Antialiasing, false);
    QPen dotted(colors().text, 1);
    dotted.setDashPattern({1, 3});
    painter.setPen(dotted);
    painter.drawLine(QPointF(at.x(), area().top()), at);
    drawMeasured(painter);
    drawDots(painter, analysis().step.workers, 5);
    WorkersTriangle{at}.draw(painter, themeMode());
}

void ScalingChart::drawHover(QPainter& painter) const
{
    if (!(cursor() > 0) || analysis().curve.points.empty()
        || !drawCursorLine(painter, xOf(cursor()), {area(), paneArea()}, themeMode()))
        return;
    drawDots(painter, cursor(), 4);
    drawReadoutIn(painter, area() | paneArea());
}

} // namespace kneepoint
