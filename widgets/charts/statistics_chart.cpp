// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/statistics_chart.h"

#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {
constexpr double margin = 1.3; ///< of the logarithmic axes
} // namespace

StatisticsChart::StatisticsChart(QWidget* parent)
    : Chart(tr("Statistics"), parent)
{
    QCustomPlot& p = *plot();
    setUpTwoScales(p);
    p.xAxis->setTicker(quantityLogTicker(Unit::none, p.xAxis));
    p.xAxis->setLabel(tr("Global batch (examples)"));
    p.yAxis->setTicker(quantityLogTicker(Unit::none));
    p.yAxis->setLabel(tr("Examples to the target"));
    p.yAxis2->setTicker(quantityLogTicker(Unit::hours));
    p.yAxis2->setLabel(tr("Time to the target"));
    m_useful = p.addGraph(p.xAxis, p.yAxis);
    m_ghost = addCurves();
    m_pinned = addCurves();
    m_shown = addCurves();
    m_shown.examples->setChannelFillGraph(m_useful);
    paint("main", [this](QPainter& painter) {
        if (!m_wall.points.empty())
            drawMarks(painter);
    });
    showPointerLine();
    applyStyle();
}

StatisticsChart::Curves StatisticsChart::addCurves()
{
    QCustomPlot& p = *plot();
    return {addCurve(p, p.xAxis, p.yAxis), addCurve(p, p.xAxis, p.yAxis2)};
}

void StatisticsChart::fill(const Curves& curves, const StatisticalWall& wall)
{
    setPoints(*curves.examples, wall.points, [](const WallPoint& p) { return QPointF(p.batch, p.useful + p.wasted); });
    setPoints(*curves.time, wall.points, [](const WallPoint& p) { return QPointF(p.batch, p.time_s); });
}

void StatisticsChart::present(const Analysis& a)
{
    m_wall = statisticalWall(a);
    fill(m_shown, m_wall);
    fill(m_pinned, reference() ? statisticalWall(*reference()) : StatisticalWall{});
    fill(m_ghost, ghost() ? statisticalWall(*ghost()) : StatisticalWall{});
    setPoints(*m_useful, m_wall.points, [](const WallPoint& p) { return QPointF(p.batch, p.useful); });
    if (m_wall.points.empty())
        return;
    const auto [fastest, slowest] = std::ranges::minmax(m_wall.points, {}, &WallPoint::time_s);
    const WallPoint& first = m_wall.points.front();
    const WallPoint& last = m_wall.points.back();
    fitAxis(*plot()->xAxis, first.batch / margin, last.batch * margin);
    fitAxis(*plot()->yAxis, first.useful / 2, 2 * std::max(last.useful + last.wasted, 2 * first.useful));
    fitAxis(*plot()->yAxis2, fastest.time_s / 2, slowest.time_s * 2);
}

void StatisticsChart::restyle()
{
    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    const int side = metrics.horizontalAdvance(QStringLiteral("100 days")) + line + 16;
    plot()->axisRect()->setMargins({side, line + 12, side, 2 * line + 16});
    const ThemeMode mode = themeMode();
    const QColor useful = quantityColor(Quantity::compute, mode);
    const QColor wasted = quantityColor(Quantity::waiting, mode);
    m_useful->setPen(QPen(useful, 2));
    QColor ground = useful;
    ground.setAlphaF(0.15F);
    m_useful->setBrush(ground);
    m_shown.examples->setPen(QPen(wasted, 3));
    QColor between = wasted;
    between.setAlphaF(0.3F);
    m_shown.examples->setBrush(QBrush(between, Qt::BDiagPattern));
    m_shown.time->setPen(quantityPen(Quantity::overhead, mode, 3));
    for (const auto& [curves, style] : {std::pair(m_pinned, Qt::DashLine), std::pair(m_ghost, Qt::SolidLine)}) {
        curves.examples->setPen(QPen(wasted, 1, style));
        curves.time->setPen(QPen(quantityColor(Quantity::overhead, mode), 1, style));
    }
}

double StatisticsChart::criticalX() const
{
    return xOf(m_wall.critical_batch);
}

void StatisticsChart::drawMarks(QPainter& painter) const
{
    const QFont font = plot()->font();
    LabelPlacer placer(area().adjusted(2, 2, -2, -2));
    for (const QCPGraph* curve : {m_useful, m_shown.examples, m_shown.time})
        blockCurve(placer, *curve);
    for (const double y : {yOf(m_wall.present.useful + m_wall.present.wasted),
             plot()->yAxis2->coordToPixel(m_wall.present.time_s), area().bottom() - WorkersTriangle::half_width})
        placer.block(QRectF(xOf(m_wall.present.batch) - 8, y - 8, 16, 16));
    const auto tag = [&](const QString& words, const QColor& color, const Places& places) {
        drawName(painter, placer, {{words}, font, color}, themeMode(), places);
    };
    const double x = criticalX();
    if (m_wall.critical_batch > 0 && x > area().left() && x < area().right()) {
        painter.setPen(QPen(colors().text, 1));
        drawUpright(painter, x);
        tag(tr("critical batch %1").arg(toQString(m_wall.critical_batch, Unit::none)), colors().text,
            [&](const QSizeF& size) {
                const double top = area().top();
                return boxes(size, {x - 6 - size.width(), x + 6}, {top + size.height(), top, top + 2 * size.height()});
            });
    }
    const auto name = [&](const QCPGraph& curve, const QString& words, Quantity quantity) {
        tag(words, quantityTextColor(quantity, themeMode()), [&](const QSizeF& size) {
            return placesBeside(curve, size, {1.0, 0.9, 0.8, 0.65, 0.5, 0.3, 0.1});
        });
    };
    name(*m_useful, tr("useful examples"), Quantity::compute);
    if (m_wall.critical_batch > 0)
        name(*m_shown.examples, tr("with the wasted ones"), Quantity::waiting);
    name(*m_shown.time, tr("time to the target"), Quantity::overhead);
    const WallPoint& p = m_wall.present;
    const double here = xOf(p.batch);
    if (here < area().left() || here > area().right())
        return;
    drawDot(painter, {here, yOf(p.useful + p.wasted)}, quantityColor(Quantity::waiting, themeMode()), 5, themeMode());
    drawDot(painter, {here, plot()->yAxis2->coordToPixel(p.time_s)}, quantityColor(Quantity::overhead, themeMode()), 5,
        themeMode());
    WorkersTriangle{{here, area().bottom()}}.draw(painter, themeMode());
}

Hit StatisticsChart::hitAt(const QPointF& at)
{
    return {.part = !m_wall.points.empty() && area().contains(at) ? 0 : -1};
}

QStringList StatisticsChart::readout() const
{
    if (!hovered().isOn() || m_wall.points.empty())
        return {};
    const double batch = plot()->xAxis->pixelToCoord(hovered().at().x());
    const WallPoint& p = *std::ranges::min_element(
        m_wall.points, {}, [batch](const WallPoint& point) { return std::abs(std::log(point.batch / batch)); });
    return {tr("global batch %1 on %2 GPUs").arg(toQString(p.batch, Unit::none), toQString(p.gpus, Unit::none)),
        tr("useful examples %1").arg(toQString(p.useful, Unit::none)),
        tr("wasted examples %1").arg(toQString(p.wasted, Unit::none)),
        tr("time to the target %1").arg(toQString(p.time_s, Unit::hours))};
}

CsvTable StatisticsChart::data(const Analysis& of) const
{
    CsvTable table{{"global_batch", "gpus", "useful_examples", "wasted_examples", "time_s"}, 1, {}};
    for (const WallPoint& p : statisticalWall(of).points)
        table.add(p.batch, p.gpus, p.useful, p.wasted, p.time_s);
    return table;
}

} // namespace kneepoint
