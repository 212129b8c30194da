// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/explore/sentences.h"
#include "model/explore/training.h"
#include "widgets/charts/labels.h"
#include "widgets/charts/marks.h"
#include "widgets/charts/painting.h"
#include "widgets/charts/tickers.h"
#include "widgets/charts/words.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double least_span = 4; ///< of the logarithmic axes

/// Of the curve at K, between its points on the logarithm.
double valueAt(const QCPGraph& graph, double workers)
{
    const auto after = graph.data()->findBegin(workers, false);
    if (after == graph.data()->constEnd())
        return graph.data()->isEmpty() ? 0 : std::prev(after)->value;
    if (after == graph.data()->constBegin() || !(after->key > workers))
        return after->value;
    const auto before = std::prev(after);
    const double share = std::log(workers / before->key) / std::log(after->key / before->key);
    return before->value * std::pow(after->value / before->value, share);
}

} // namespace

MoneyChart::MoneyChart(QWidget* parent)
    : Chart(parent)
{
    QCustomPlot& p = *plot();
    for (QCPAxis* axis : {p.xAxis, p.yAxis, p.yAxis2}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setRange(1, 256);
    }
    p.xAxis->setTicker(powerOfTwoTicker());
    p.xAxis->setLabel(tr("Data-parallel workers K"));
    p.yAxis->setTicker(quantityLogTicker(Unit::dollars));
    p.yAxis->setLabel(tr("Cost of the run ($)"));
    p.yAxis2->setVisible(true);
    p.yAxis2->setTicker(quantityLogTicker(Unit::hours));
    p.yAxis2->setLabel(tr("Time to train"));
    p.axisRect()->setAutoMargins(QCP::msNone);
    p.axisRect()->setRangeDrag(Qt::Horizontal);
    p.axisRect()->setRangeZoom(Qt::Horizontal);
    m_ghost = addCurves();
    m_pinned = addCurves();
    m_shown = addCurves();
    addPainting(p, "main", [this](QPainter& painter) {
        if (!hasAnalysis() || m_shown.cost->data()->isEmpty())
            return;
        LabelPlacer placer(area().adjusted(2, 2, -2, -2));
        drawKnee(painter, placer);
        drawDots(painter, analysis().step.workers, 5);
        drawCheapest(painter, placer);
        drawNames(painter, placer);
        if (area().adjusted(-1, 0, 1, 1).contains(workersHandle()))
            drawWorkersTriangle(painter, workersHandle(), themeMode());
    });
    addPainting(p, "overlay", [this](QPainter& painter) { drawHover(painter); });
    setTheme(themeMode());
}

MoneyChart::Curves MoneyChart::addCurves()
{
    const auto add = [this](QCPAxis* value_axis) {
        QCPGraph* graph = plot()->addGraph(plot()->xAxis, value_axis);
        graph->setAdaptiveSampling(false);
        graph->setSelectable(QCP::stNone);
        return graph;
    };
    return {add(plot()->yAxis), add(plot()->yAxis2)};
}

void MoneyChart::fill(const Curves& curves, const Analysis* analysis)
{
    QVector<QCPGraphData> cost;
    QVector<QCPGraphData> time;
    if (analysis)
        for (const ScalePoint& point : analysis->curve.points) {
            const Training run = training(analysis->scenario, point.step);
            if (run.cost > 0 && std::isfinite(run.cost))
                cost.append({point.workers, run.cost});
            if (run.time_s > 0 && std::isfinite(run.time_s))
                time.append({point.workers, run.time_s});
        }
    curves.cost->data()->set(cost, true);
    curves.time->data()->set(time, true);
}

void MoneyChart::present(const Analysis& a)
{
    fill(m_shown, &a);
    fill(m_pinned, reference() ? &*reference() : nullptr);
    fill(m_ghost, ghost() ? &*ghost() : nullptr);
    fit(a);
}

std::string MoneyChart::describe(const Analysis& a) const
{
    return moneySentence(a);
}

void MoneyChart::fit(const Analysis& a)
{
    const auto fitValues = [this](QCPAxis& axis, std::initializer_list<const QCPGraph*> graphs) {
        double least = 0;
        double most = 0;
        for (const QCPGraph* graph : graphs)
            for (const QCPGraphData& point : *graph->data()) {
                least = least > 0 ? std::min(least, point.value) : point.value;
                most = std::max(most, point.value);
            }
        if (!(least > 0))
            return;
        const double widen = std::sqrt(std::max(1.0, least_span * least / most));
        fitAxis(axis, least / 1.15 / widen, most * 1.15 * widen);
    };
    fitValues(*plot()->yAxis, {m_shown.cost, m_pinned.cost, m_ghost.cost});
    fitValues(*plot()->yAxis2, {m_shown.time, m_pinned.time, m_ghost.time});
    fitAxis(*plot()->xAxis, a.curve.min_workers / 1.12, std::max(a.curve.max_workers, a.curve.min_workers * 2) * 1.12);
}

void MoneyChart::restyle()
{
    const Theme& colors = theme(themeMode());
    const auto restyleCurves = [&](const Curves& curves, double width, Qt::PenStyle style) {
        curves.cost->setPen(QPen(colors.text, width, style));
        curves.time->setPen(QPen(colors.accent, width, style));
    };
    restyleCurves(m_shown, 2.6, Qt::SolidLine);
    restyleCurves(m_pinned, 1.6, Qt::DashLine);
    restyleCurves(m_ghost, 1, Qt::SolidLine);
    plot()->yAxis2->setLabelColor(colors.accent);
    plot()->yAxis2->setTickLabelColor(colors.accent);
    plot()->yAxis2->grid()->setVisible(false);

    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    const int left = metrics.horizontalAdvance(QStringLiteral("$ 1.25 M")) + line + 16;
    const int right = metrics.horizontalAdvance(QStringLiteral("500 days")) + line + 16;
    plot()->axisRect()->setMargins({left, line / 2 + 4, right, 2 * line + 16});
}

QRectF MoneyChart::area() const
{
    return plot()->axisRect()->rect();
}

double MoneyChart::xOf(double workers) const
{
    return plot()->xAxis->coordToPixel(workers);
}

double MoneyChart::workersAt(double x) const
{
    return std::clamp(plot()->xAxis->pixelToCoord(x), analysis().curve.min_workers, analysis().curve.max_workers);
}

QPointF MoneyChart::workersHandle() const
{
    return {xOf(analysis().step.workers), area().bottom()};
}

double MoneyChart::cheapestWorkers() const
{
    const auto least =
        std::ranges::min_element(*m_shown.cost->data(), {}, [](const QCPGraphData& point) { return point.value; });
    return least == m_shown.cost->data()->end() ? 0 : least->key;
}

void MoneyChart::drawKnee(QPainter& painter, LabelPlacer& placer) const
{
    const Knees& knees = analysis().curve.knees;
    const auto& knee = knees.gamma ? knees.gamma : knees.tolerance;
    if (!knee || xOf(knee->workers) < area().left() || xOf(knee->workers) > area().right())
        return;
    const Quantity quantity = knees.gamma ? Quantity::data_comm : Quantity::compute;
    const double x = xOf(knee->workers);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(quantityColor(quantity, themeMode()), 1));
    painter.drawLine(QPointF(x, area().top()), QPointF(x, area().bottom()));
    const QString words = tr("knee at K = %1").arg(text(knee->workers, Unit::none));
    const QSizeF size = textSize(plot()->font(), words) + QSizeF(8, 0);
    const QRectF place = placer.place({QRectF(QPointF(x + 3, area().top() + 2), size),
        QRectF(QPointF(x - 3 - size.width(), area().top() + 2), size)});
    drawTag(painter, place, words, plot()->font(), quantityTextColor(quantity, themeMode()), themeMode());
}

void MoneyChart::drawCheapest(QPainter& painter, LabelPlacer& placer) const
{
    const double k = cheapestWorkers();
    const QPointF at(xOf(k), plot()->yAxis->coordToPixel(valueAt(*m_shown.cost, k)));
    if (!area().contains(at))
        return;
    const Theme& colors = theme(themeMode());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.text, 2));
    painter.setBrush(colors.panel);
    painter.drawEllipse(at, 6, 6);
    placer.block(QRectF(at - QPointF(7, 7), QSizeF(14, 14)));
    const QFont font = roleFont(plot()->font(), FontRole::strong);
    const QString words =
        tr("cheapest: %1 at K = %2").arg(text(valueAt(*m_shown.cost, k), Unit::dollars), text(k, Unit::none));
    const QSizeF size = textSize(font, words) + QSizeF(8, 0);
    const QRectF place = placer.place({QRectF(at + QPointF(8, -size.height() - 6), size),
        QRectF(at + QPointF(8, 8), size), QRectF(at + QPointF(-size.width() - 8, -size.height() - 6), size),
        QRectF(at + QPointF(-size.width() - 8, 8), size)});
    drawTag(painter, place, words, font, colors.text, themeMode());
}

void MoneyChart::drawNames(QPainter& painter, LabelPlacer& placer) const
{
    for (const QCPGraph* graph : {m_shown.cost, m_shown.time})
        for (const QCPGraphData& point : *graph->data())
            placer.block(QRectF(xOf(point.key) - 4, graph->valueAxis()->coordToPixel(point.value) - 3, 8, 6));
    drawCurveName(painter, placer, *m_shown.cost, tr("cost"));
    drawCurveName(painter, placer, *m_shown.time, tr("time"));
    drawCurveName(painter, placer, *m_pinned.cost, tr("A"));
    drawCurveName(painter, placer, *m_ghost.cost, tr("with the remedy"));
}

void MoneyChart::drawCurveName(
    QPainter& painter, LabelPlacer& placer, const QCPGraph& graph, const QString& words) const
{
    if (graph.data()->isEmpty())
        return;
    const QFont font = roleFont(plot()->font(), FontRole::strong);
    const QSizeF size = textSize(font, words) + QSizeF(6, 0);
    std::vector<QRectF> places;
    for (const double share : {1.0, 0.92, 0.84, 0.7, 0.5, 0.3, 0.1}) {
        const int point = static_cast<int>(std::lround(share * (graph.dataCount() - 1)));
        const QPointF at(xOf(graph.dataMainKey(point)), graph.valueAxis()->coordToPixel(graph.dataMainValue(point)));
        for (const double dy : {-size.height() - 6, 6.0})
            places.emplace_back(at + QPointF(-size.width(), dy), size);
    }
    const bool money = graph.valueAxis() == plot()->yAxis;
    painter.setFont(font);
    painter.setPen(money ? theme(themeMode()).text : quantityTextColor(Quantity::compute, themeMode()));
    painter.drawText(placer.place(places), Qt::AlignCenter, words);
}

void MoneyChart::drawDots(QPainter& painter, double workers, double radius) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    for (const QCPGraph* graph : {m_shown.cost, m_shown.time}) {
        const QPointF at(xOf(workers), graph->valueAxis()->coordToPixel(valueAt(*graph, workers)));
        if (!area().contains(at))
            continue;
        painter.setPen(QPen(theme(themeMode()).panel, 1.5));
        painter.setBrush(graph->pen().color());
        painter.drawEllipse(at, radius, radius);
    }
}

bool MoneyChart::isOverHandle(const QPointF& at) const
{
    const QPointF foot = workersHandle();
    return std::abs(at.x() - foot.x()) <= triangle_size + 3 && at.y() > foot.y() - 2 * triangle_size - 4
        && at.y() < foot.y() + triangle_size;
}

bool MoneyChart::grabHandle(const QPointF& at)
{
    m_picked = analysis().step.workers;
    return isOverHandle(at);
}

void MoneyChart::dragHandle(const QPointF& at)
{
    if (const double k = std::round(workersAt(at.x())); k != m_picked) {
        m_picked = k;
        emit workersPicked(k);
    }
}

void MoneyChart::hover(const QPointF& at)
{
    plot()->setCursor(isOverHandle(at) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    m_pointer = at;
    m_inside = area().contains(at) && !m_shown.cost->data()->isEmpty();
    setHoveredWorkers(m_inside ? workersAt(at.x()) : 0);
}

void MoneyChart::leave()
{
    m_inside = false;
    setHoveredWorkers(0);
}

QStringList MoneyChart::readout() const
{
    if (!m_inside)
        return {};
    const double k = cursor();
    return {tr("K = %1").arg(text(k, Unit::none)), tr("cost %1").arg(text(valueAt(*m_shown.cost, k), Unit::dollars)),
        tr("time %1").arg(text(valueAt(*m_shown.time, k), Unit::hours))};
}

void MoneyChart::drawHover(QPainter& painter) const
{
    if (!hasAnalysis() || !(cursor() > 0) || m_shown.cost->data()->isEmpty())
        return;
    const double x = xOf(cursor());
    if (x < area().left() || x > area().right())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(themeMode()).muted, 1));
    painter.drawLine(QPointF(x, area().top()), QPointF(x, area().bottom()));
    drawDots(painter, cursor(), 4);
    if (m_inside)
        drawReadout(painter, area(), m_pointer, readout(), plot()->font(), themeMode());
}

std::string MoneyChart::csv() const
{
    std::string rows = "workers,gpus,time_s,gpu_hours,cost_dollars,energy_j,goodput\n";
    for (const ScalePoint& point : analysis().curve.points) {
        const Training run = training(analysis().scenario, point.step);
        rows += fmt::format("{},{},{},{},{},{},{}\n", point.workers, point.step.gpus, run.time_s, run.gpu_hours,
            run.cost, run.energy_j, run.goodput.share);
    }
    return rows;
}

} // namespace kneepoint
