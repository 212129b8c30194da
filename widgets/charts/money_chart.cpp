// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/analysis/training.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace kneepoint {
namespace {

constexpr double least_span = 4;       ///< of the logarithmic axes
constexpr double reach_of_limits = 20; ///< a limit this many times beyond the curve does not stretch the axis

} // namespace

MoneyChart::MoneyChart(QWidget* parent)
    : Chart(tr("Money and time"), parent)
{
    QCustomPlot& p = *plot();
    setUpTwoScales(p);
    p.xAxis->setTicker(powerOfTwoTicker());
    p.xAxis->setLabel(tr("Data-parallel workers K"));
    p.yAxis->setTicker(quantityLogTicker(Unit::dollars, p.yAxis));
    p.yAxis->setLabel(tr("Cost of the run ($)"));
    p.yAxis2->setTicker(quantityLogTicker(Unit::hours, p.yAxis2));
    p.yAxis2->setLabel(tr("Time to train"));
    m_best = addCurves();
    m_beside[previewed] = addCurves(); // under the others
    for (Curves& other : std::span(m_beside).first(previewed))
        other = addCurves();
    m_shown = addCurves();
    paint("background", [this](QPainter& painter) { drawForbidden(painter); });
    paint("main", [this](QPainter& painter) {
        if (m_shown.cost->data()->isEmpty())
            return;
        LabelPlacer placer(area().adjusted(2, 2, -2, -2));
        placer.block(QRectF(workersHandle() - QPointF(10, 18), QSizeF(20, 20)));
        drawLimit(painter, placer, deadline());
        drawLimit(painter, placer, budget());
        drawKnee(painter, placer);
        for (const Curves* curves : {&m_shown, &m_best}) {
            blockCurve(placer, *curves->cost);
            blockCurve(placer, *curves->time);
        }
        drawDots(painter, analysis().step.workers, 5);
        drawCheapest(painter, placer);
        drawCurveNames(painter, placer);
        if (area().adjusted(-1, 0, 1, 1).contains(workersHandle()))
            WorkersTriangle{workersHandle()}.draw(painter, themeMode());
    });
    applyStyle();
}

double MoneyChart::curveAt(const QCPGraph& graph, double workers)
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

MoneyChart::Curves MoneyChart::addCurves()
{
    QCustomPlot& p = *plot();
    return {addCurve(p, p.xAxis, p.yAxis), addCurve(p, p.xAxis, p.yAxis2)};
}

void MoneyChart::fill(const Curves& curves, const std::vector<RunPoint>& runs)
{
    setPoints(*curves.cost, runs, [](const RunPoint& run) { return QPointF(run.workers, run.cost); });
    setPoints(*curves.time, runs, [](const RunPoint& run) { return QPointF(run.workers, run.time_s); });
}

void MoneyChart::present(const Analysis& a)
{
    const std::vector<RunPoint> runs = runsAlong(a);
    fill(m_shown, runs);
    fill(m_best, m_best_runs);
    const auto others = beside();
    for (std::size_t i = 0; i < others.size(); ++i)
        fill(m_beside[i], others[i].analysis ? runsAlong(*others[i].analysis) : std::vector<RunPoint>{});
    m_allowed = workersWithinLimits(a);
    m_cheapest = kneepoint::cheapestWorkers(m_best_runs.empty() ? runs : m_best_runs);
    fit(a);
}

void MoneyChart::setEnvelope(const Envelope& envelope)
{
    if (envelope.empty() && m_best_runs.empty())
        return;
    m_best_runs.clear();
    for (const EnvelopePoint& point : envelope.points)
        if (point.run.time_s > 0 && std::isfinite(point.run.time_s))
            m_best_runs.push_back({point.workers, point.run.cost, point.run.time_s});
    if (hasAnalysis())
        refresh();
}

std::string MoneyChart::describe(const Analysis& a) const
{
    std::string sentence = moneySentence(a);
    const auto cheapest = std::ranges::find(m_best_runs, m_cheapest, &RunPoint::workers);
    if (cheapest == m_best_runs.end() || nobodyWaitsFor(cheapest->time_s, a))
        return sentence;
    return fmt::format("{} With the best layout at each K, cheapest at K = {}: {} in {}.", sentence,
        formatQuantity(cheapest->workers, Unit::none), formatQuantity(cheapest->cost, Unit::dollars),
        formatQuantity(cheapest->time_s, Unit::hours));
}

void MoneyChart::fit(const Analysis& a)
{
    const auto fitValues = [this](const Limit& limit, QCPGraph* Curves::*graph) {
        double least = 0;
        double most = 0;
        std::vector<const Curves*> all{&m_shown, &m_best};
        for (const Curves& other : m_beside)
            all.push_back(&other);
        for (const Curves* curves : all)
            for (const QCPGraphData& point : *(curves->*graph)->data()) {
                least = least > 0 ? std::min(least, point.value) : point.value;
                most = std::max(most, point.value);
            }
        if (!(least > 0))
            return;
        if (limit.value > least / reach_of_limits && limit.value < most * reach_of_limits) {
            least = std::min(least, limit.value);
            most = std::max(most, limit.value);
        }
        const double widen = std::sqrt(std::max(1.0, least_span * least / most));
        fitAxis(*limit.axis, least / 1.15 / widen, most * 1.15 * widen);
    };
    fitValues(budget(), &Curves::cost);
    fitValues(deadline(), &Curves::time);
    fitAxis(*plot()->xAxis, a.curve.min_workers / 1.12, std::max(a.curve.max_workers, a.curve.min_workers * 2) * 1.12);
}

void MoneyChart::restyle()
{
    const auto restyleCurves = [&](const Curves& curves, QPen pen) {
        pen.setColor(colors().text);
        curves.cost->setPen(pen);
        pen.setColor(colors().accent);
        curves.time->setPen(pen);
    };
    restyleCurves(m_shown, QPen(QBrush(), 2.6));
    restyleCurves(m_best, QPen(QBrush(), 2, Qt::DotLine));
    for (QCPGraph* graph : {m_best.cost, m_best.time}) {
        const QColor color = graph->pen().color();
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 5));
    }
    for (std::size_t i = 0; i < m_beside.size(); ++i)
        restyleCurves(m_beside[i], beside()[i].pen);
    colorRightAxis(*plot(), colors().accent);

    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    leaveRoom(
        QStringLiteral("$ 1.25 M"), line / 2 + 4, metrics.horizontalAdvance(QStringLiteral("500 days")) + line + 16);
}

QPointF MoneyChart::workersHandle() const
{
    return {xOf(analysis().step.workers), area().bottom()};
}

QStringList MoneyChart::readout() const
{
    if (!hovered().isOn())
        return {};
    const double k = cursor();
    return {tr("K = %1").arg(toQString(k, Unit::none)),
        tr("cost %1").arg(toQString(curveAt(*m_shown.cost, k), Unit::dollars)),
        tr("time %1").arg(toQString(curveAt(*m_shown.time, k), Unit::hours))};
}

CsvTable MoneyChart::data(const Analysis& of) const
{
    CsvTable table{{"workers", "gpus", "time_s", "gpu_hours", "cost_dollars", "energy_j", "goodput", "meets_deadline",
                       "within_budget"},
        1, {}};
    const auto answer = [](std::optional<bool> met) { return !met ? "" : *met ? "true" : "false"; };
    for (const ScalePoint& shown : analysis().curve.points) {
        const ScalePoint point = pointAt(of, shown.workers);
        const Training run = training(of.scenario, point.step);
        const LimitsMet met = limitsMet(of.scenario.assumptions, run);
        table.add(point.workers, point.step.gpus, run.time_s, run.gpu_hours, run.cost, run.energy_j, run.goodput.share,
            answer(met.deadline), answer(met.budget));
    }
    return table;
}

} // namespace kneepoint
