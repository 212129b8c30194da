// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "model/analysis/efficiency_interval.h"
#include "model/analysis/knees.h"
#include "model/results/chart_words.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace kneepoint {
namespace {

constexpr double most_gamma_decades = 4;

} // namespace

ScalingChart::ScalingChart(QWidget* parent)
    : Chart(tr("Scaling"), parent)
{
    QCustomPlot& p = *plot();
    m_pane = new QCPAxisRect(&p);
    // In this order: axes() has another one in each run of the program, and so would an exported picture.
    for (const QCPAxis::AxisType side : {QCPAxis::atLeft, QCPAxis::atRight, QCPAxis::atTop, QCPAxis::atBottom}) {
        QCPAxis* axis = m_pane->axis(side);
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    p.plotLayout()->addElement(1, 0, m_pane);
    zoomAcross(*p.axisRect());
    zoomAcross(*m_pane);

    QCPAxis* workers_axis = m_pane->axis(QCPAxis::atBottom);
    QCPAxis* gamma_axis = m_pane->axis(QCPAxis::atLeft);
    for (QCPAxis* axis : {p.xAxis, p.yAxis, workers_axis, gamma_axis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setRange(1, 256);
    }
    p.xAxis->setTicker(powerOfTwoTicker());
    p.xAxis->setTickLabels(false);
    workers_axis->setTicker(powerOfTwoTicker([this](double tick) { return hidesTick(tick); }));
    workers_axis->setLabel(tr("Data-parallel workers K"));
    gamma_axis->setTicker(thresholdTicker([this] { return analysis().scenario.assumptions.knee_gamma; }, *gamma_axis));
    p.yAxis->setTicker(powerOfTwoTicker(QStringLiteral("×")));
    p.yAxis->setLabel(tr("Speedup"));
    p.yAxis2->setVisible(true);
    p.yAxis2->setTicker(quarterTicker(*p.yAxis2));
    p.yAxis2->setLabel(tr("Efficiency"));
    p.yAxis2->setRange(0, 1);
    connect(p.xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), workers_axis,
        [workers_axis](const QCPRange& range) { workers_axis->setRange(range); });
    connect(workers_axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), p.xAxis,
        [this](const QCPRange& range) { plot()->xAxis->setRange(range); });

    m_ideal = addCurve(p, p.xAxis, p.yAxis);
    m_efficiency = addCurve(p, p.xAxis, p.yAxis2);
    m_speedup = addCurve(p, p.xAxis, p.yAxis);
    m_gamma = addCurve(p, workers_axis, gamma_axis);
    m_envelope = addCurve(p, p.xAxis, p.yAxis);
    m_beside[previewed] = addCurves(); // under the others
    for (Curves& other : std::span(m_beside).first(previewed))
        other = addCurves();
    m_speedup_band = addBand(p, p.xAxis, p.yAxis);
    m_efficiency_band = addBand(p, p.xAxis, p.yAxis2);
    paint("background", [this](QPainter& painter) { drawBands(painter); });
    paint("main", [this](QPainter& painter) {
        tolerance().draw(painter, themeMode());
        threshold().draw(painter, themeMode());
        drawFlag(painter);
        drawCurrent(painter);
        drawNames(painter);
    });
    applyStyle();
}

ScalingChart::Curves ScalingChart::addCurves()
{
    QCustomPlot& p = *plot();
    return {addCurve(p, p.xAxis, p.yAxis), addCurve(p, p.xAxis, p.yAxis2),
        addCurve(p, m_pane->axis(QCPAxis::atBottom), m_pane->axis(QCPAxis::atLeft))};
}

void ScalingChart::fillBands(const Analysis& a)
{
    const std::vector<Interval> intervals = efficiencyBand(a);
    std::vector<BandPoint> speedup;
    std::vector<BandPoint> efficiency;
    speedup.reserve(intervals.size());
    efficiency.reserve(intervals.size());
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const ScalePoint& point = a.curve.points[i];
        const Interval& efficient = intervals[i];
        const double ideal = point.efficiency > 0 ? point.speedup / point.efficiency : 0;
        speedup.push_back({point.workers, ideal * efficient.low, ideal * efficient.high});
        efficiency.push_back({point.workers, efficient.low, efficient.high});
    }
    setBand(m_speedup_band, speedup);
    setBand(m_efficiency_band, efficiency);
    styleBands();
}

/// Hatched outside what has been measured.
void ScalingChart::styleBands()
{
    const bool measured = !hasAnalysis() || analysis().prediction_interval.outside.empty();
    const auto brush = [&](QColor color) {
        color.setAlphaF(measured ? 0.12F : 0.3F);
        return QBrush(color, measured ? Qt::SolidPattern : Qt::BDiagPattern);
    };
    m_speedup_band.high->setBrush(brush(colors().text));
    m_efficiency_band.high->setBrush(brush(quantityColor(Quantity::compute, themeMode())));
}

void ScalingChart::fill(const Curves& curves, const ScalingCurve& curve)
{
    setPoints(*curves.speedup, curve.points, [](const ScalePoint& p) { return QPointF(p.workers, p.speedup); });
    setPoints(*curves.efficiency, curve.points, [](const ScalePoint& p) { return QPointF(p.workers, p.efficiency); });
    setPoints(*curves.gamma, curve.points, [](const ScalePoint& p) { return QPointF(p.workers, p.step.gamma); });
}

void ScalingChart::present(const Analysis& a)
{
    m_ideal->setData({a.curve.min_workers, a.curve.max_workers}, {a.curve.min_workers, a.curve.max_workers}, true);
    fill({m_speedup, m_efficiency, m_gamma}, a.curve);
    const auto others = beside();
    for (std::size_t i = 0; i < others.size(); ++i)
        fill(m_beside[i], others[i].analysis ? others[i].analysis->curve : ScalingCurve{});
    for (const Curves& option : std::span(m_beside).subspan(1, 3))
        for (QCPGraph* graph : {option.efficiency, option.gamma})
            graph->data()->clear();
    collectMarks(a);
    fit(a);
    layOutPane();
    fillBands(a);
}

void ScalingChart::setEnvelope(const Envelope& envelope)
{
    if (envelope.empty() && m_best.empty())
        return;
    m_best = envelope;
    setPoints(*m_envelope, m_best.points, [](const EnvelopePoint& p) { return QPointF(p.workers, p.speedup); });
    if (hasAnalysis())
        refresh();
}

std::string ScalingChart::describe(const Analysis& a) const
{
    std::string sentence = scalingSentence(a);
    if (m_best.empty())
        return sentence;
    const EnvelopePoint& last = m_best.points.back();
    sentence += fmt::format(" With the best layout at each K, {} at K = {}", formatQuantity(last.speedup, Unit::factor),
        formatQuantity(last.workers, Unit::none));
    return sentence
        + (m_best.knee ? fmt::format(" and the knee at K = {}.", formatQuantity(*m_best.knee, Unit::none))
                       : " and no knee.");
}

void ScalingChart::collectMarks(const Analysis& a)
{
    m_flag.reset();
    m_ticks.clear();
    if (const std::optional<Knee>& knee = theKnee(a.curve))
        m_flag = Flag{knee->workers, toQString(kneeName(*knee)), toQString(kneeDefinition(a.scenario))};
    for (const OtherKnee& knee : otherKnees(a))
        m_ticks.push_back({knee.workers, toQString(knee.name),
            knee.on == OtherKnee::On::gamma ? Tick::On::gamma : Tick::On::speedup});
    if (reference())
        if (const std::optional<Knee>& knee = theKnee(reference()->curve))
            m_ticks.push_back({knee->workers, tr("A: %1").arg(toQString(knee->workers, Unit::none)), Tick::On::top});
    if (m_best.knee)
        m_ticks.push_back(
            {*m_best.knee, tr("best layouts: %1").arg(toQString(*m_best.knee, Unit::none)), Tick::On::top});
    std::ranges::stable_sort(m_ticks, {}, &Tick::workers);
}

/// The axis of speedup ends at the power of two above twice the best one, at most at the largest K.
void ScalingChart::fit(const Analysis& a)
{
    const ScalingCurve& curve = a.curve;
    double least = 1;
    double best = 1;
    double most_efficient = 1;
    double largest = curve.max_workers;
    const auto reach = [&](const QCPGraph& graph) {
        for (const QCPGraphData& point : *graph.data()) {
            if (point.value > 0)
                least = std::min(least, point.value);
            best = std::max(best, point.value);
            most_efficient = std::max(most_efficient, point.key > 0 ? point.value / point.key : 0);
        }
    };
    reach(*m_speedup);
    reach(*m_envelope);
    for (const Curves& other : m_beside)
        reach(*other.speedup);
    if (reference())
        largest = std::max(largest, reference()->curve.max_workers);
    fitAxis(*plot()->xAxis, curve.min_workers, std::max(curve.max_workers, curve.min_workers * 2));
    constexpr double room = 2;
    const double ceiling = std::exp2(std::ceil(std::log2(room * best) - 1e-9));
    const double most = std::max({std::min(ceiling, largest), std::exp2(std::ceil(std::log2(best) - 1e-9)), room});
    fitAxis(*plot()->yAxis, std::exp2(std::floor(std::log2(std::max(least, most * 1e-6)))), most);
    constexpr double superlinear = 1.005;
    constexpr double quarter = 0.25;
    fitAxis(
        *plot()->yAxis2, 0, most_efficient > superlinear ? std::ceil(most_efficient / quarter - 1e-9) * quarter : 1);

    double gamma_low = a.scenario.assumptions.knee_gamma;
    double gamma_high = gamma_low;
    for (const QCPGraph* graph : {m_gamma, m_beside[pinned].gamma, m_beside[previewed].gamma})
        for (const QCPGraphData& point : *graph->data()) {
            gamma_low = std::min(gamma_low, point.value);
            gamma_high = std::max(gamma_high, point.value);
        }
    const double top = std::ceil(std::log10(gamma_high) + 0.05);
    const double bottom = std::max(std::floor(std::log10(gamma_low) - 0.05), top - most_gamma_decades);
    fitAxis(*m_pane->axis(QCPAxis::atLeft), std::pow(10, bottom), std::pow(10, top));
}

void ScalingChart::restyle()
{
    QPen dotted(colors().muted, 1.2);
    dotted.setDashPattern({2, 4});
    m_ideal->setPen(dotted);
    m_speedup->setPen(QPen(colors().text, 2.6));
    const QColor efficiency = quantityColor(Quantity::compute, themeMode());
    m_efficiency->setPen(QPen(efficiency, 2));
    m_envelope->setPen(QPen(colors().text, 2, Qt::DotLine));
    m_envelope->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colors().text, colors().text, 5));
    m_gamma->setPen(quantityPen(Quantity::data_comm, themeMode(), 2));
    const QColor comm = quantityColor(Quantity::data_comm, themeMode());
    for (std::size_t i = 0; i < m_beside.size(); ++i) {
        QPen pen = beside()[i].pen;
        for (const auto& [graph, color] : {std::pair(m_beside[i].speedup, colors().text),
                 std::pair(m_beside[i].efficiency, efficiency), std::pair(m_beside[i].gamma, comm)}) {
            pen.setColor(color);
            graph->setPen(pen);
        }
    }
    colorRightAxis(*plot(), quantityTextColor(Quantity::compute, themeMode()));

    styleBands();
    layOutPane();
}

/// The pane of γ is as low as a chart of this height has to have it.
void ScalingChart::layOutPane()
{
    const double unit = scale();
    const int side = sideMargin();
    const double height = plot()->viewport().height();
    const int pane = qRound(std::clamp(0.13 * height, 24.0, 48 * unit));
    plot()->plotLayout()->setRowSpacing(qRound(14 * unit));
    plot()->axisRect()->setMargins({side, qRound(32 * unit), side, 0});
    m_pane->setMargins({side, 0, side, qRound(54 * unit)});
    m_pane->setMinimumSize(0, pane);
    m_pane->setMaximumSize(QWIDGETSIZE_MAX, pane);
}

int ScalingChart::sideMargin() const
{
    const double highest = std::exp2(std::floor(std::log2(std::max(1.0, plot()->yAxis->range().upper))));
    const double label = textAdvance(plot()->font(), QStringLiteral("%1×").arg(highest, 0, 'f', 0));
    constexpr double least = 58;
    constexpr double beside_labels = 32; // ticks and the name of the axis
    return qRound(std::max(least * scale(), label + beside_labels * scale()));
}

double ScalingChart::scale() const
{
    return plot()->font().pointSizeF() / baseFontPoints();
}

/// Under the triangles of the current K and of A's there is their own name.
bool ScalingChart::hidesTick(double workers) const
{
    if (!hasAnalysis())
        return false;
    const QCPRange range = plot()->xAxis->range(); // ticks are made before the plot is laid out
    const double length = plot()->viewport().width() - 2 * sideMargin();
    const QFont font = fontOf(FontRole::small);
    const double tick = textSize(font, QString::number(workers, 'g', 6)).width();
    const auto isNear = [&](double k) {
        const QString name = QStringLiteral("K = %1").arg(toQString(k, Unit::none));
        const double names = textSize(roleFont(font, FontRole::strong), name).width() + tick;
        const double apart = std::abs(std::log(workers / k)) / std::log(range.upper / range.lower) * length;
        return apart < std::max(32 * scale(), names / 2 + 4);
    };
    return isNear(analysis().step.workers) || (reference() && isNear(reference()->step.workers));
}

QRectF ScalingChart::paneArea() const
{
    return m_pane->rect();
}

double ScalingChart::efficiencyY(double efficiency) const
{
    return plot()->yAxis2->coordToPixel(efficiency);
}

QPointF ScalingChart::workersHandle() const
{
    return {xOf(analysis().step.workers), paneArea().bottom()};
}

CsvTable ScalingChart::data(const Analysis& of) const
{
    CsvTable table{
        {"workers", "gpus", "compute_s", "comm_s", "load_s", "step_s", "speedup", "efficiency", "gamma", "bound"}, 1,
        {}};
    for (const ScalePoint& shown : analysis().curve.points) {
        const ScalePoint p = pointAt(of, shown.workers);
        table.add(p.workers, p.step.gpus, p.step.compute_s, p.step.comm_s, p.step.load_s, p.step.step_s, p.speedup,
            p.efficiency, p.step.gamma, boundId(p.step.bound));
    }
    return table;
}

} // namespace kneepoint
