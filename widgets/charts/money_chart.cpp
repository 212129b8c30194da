// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/analysis/training.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/curve_names.h"
#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double least_span = 4;       ///< of the logarithmic axes
constexpr double reach_of_limits = 20; ///< a limit this many times beyond the curve does not stretch the axis

} // namespace

MoneyChart::MoneyChart(QWidget* parent)
    : Chart(parent)
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
    m_ghost = addCurves();
    m_pinned = addCurves();
    for (Curves& other : m_others)
        other = addCurves();
    m_shown = addCurves();
    addPainting(p, "background", [this](QPainter& painter) { drawForbidden(painter); });
    addPainting(p, "main", [this](QPainter& painter) {
        if (!hasAnalysis() || m_shown.cost->data()->isEmpty())
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
        drawNames(painter, placer);
        if (area().adjusted(-1, 0, 1, 1).contains(workersHandle()))
            drawWorkersTriangle(painter, workersHandle(), themeMode());
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
    QVector<QCPGraphData> cost;
    QVector<QCPGraphData> time;
    for (const RunPoint& run : runs) {
        if (run.cost > 0)
            cost.append({run.workers, run.cost});
        time.append({run.workers, run.time_s});
    }
    curves.cost->data()->set(cost, true);
    curves.time->data()->set(time, true);
}

void MoneyChart::present(const Analysis& a)
{
    const auto runsOf = [](const SharedAnalysis& other) { return other ? runsAlong(*other) : std::vector<RunPoint>{}; };
    const std::vector<RunPoint> runs = runsAlong(a);
    fill(m_shown, runs);
    fill(m_best, m_best_runs);
    fill(m_pinned, runsOf(reference()));
    for (std::size_t i = 0; i < m_others.size(); ++i)
        fill(m_others[i],
            i < options().options.size() ? runsOf(options().options[i].analysis) : std::vector<RunPoint>{});
    fill(m_ghost, runsOf(ghost()));
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
        std::vector<const Curves*> all{&m_shown, &m_best, &m_pinned, &m_ghost};
        for (const Curves& other : m_others)
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
    const Theme& colors = theme(themeMode());
    const auto restyleCurves = [&](const Curves& curves, double width, Qt::PenStyle style) {
        curves.cost->setPen(QPen(colors.text, width, style));
        curves.time->setPen(QPen(colors.accent, width, style));
    };
    restyleCurves(m_shown, 2.6, Qt::SolidLine);
    restyleCurves(m_best, 2, Qt::DotLine);
    for (QCPGraph* graph : {m_best.cost, m_best.time}) {
        const QColor color = graph->pen().color();
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 5));
    }
    restyleCurves(m_pinned, 1.6, Qt::DashLine);
    for (std::size_t i = 0; i < m_others.size(); ++i)
        restyleCurves(m_others[i], 1.3, optionStyle(i));
    restyleCurves(m_ghost, 1, Qt::SolidLine);
    colorRightAxis(*plot(), colors.accent);

    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    const int left = metrics.horizontalAdvance(QStringLiteral("$ 1.25 M")) + line + 16;
    const int right = metrics.horizontalAdvance(QStringLiteral("500 days")) + line + 16;
    plot()->axisRect()->setMargins({left, line / 2 + 4, right, 2 * line + 16});
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
        table.rows.push_back({fmt::to_string(point.workers), fmt::to_string(point.step.gpus),
            fmt::to_string(run.time_s), fmt::to_string(run.gpu_hours), fmt::to_string(run.cost),
            fmt::to_string(run.energy_j), fmt::to_string(run.goodput.share), answer(met.deadline), answer(met.budget)});
    }
    return table;
}

} // namespace kneepoint
