// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "model/explore/sentences.h"
#include "widgets/charts/curve_sample.h"
#include "widgets/charts/labels.h"
#include "widgets/charts/marks.h"
#include "widgets/charts/painting.h"
#include "widgets/charts/tickers.h"
#include "widgets/charts/words.h"

#include <QMenu>
#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double handle_reach = 7;
constexpr double least_tolerance = 0.05;
constexpr double most_gamma_decades = 4;
constexpr int flag_rows = 3; // one for each knee, so that there is always room

QCPGraph* addCurve(QCustomPlot& plot, QCPAxis* key, QCPAxis* value)
{
    QCPGraph* graph = plot.addGraph(key, value);
    graph->setAdaptiveSampling(false);
    graph->setSelectable(QCP::stNone);
    return graph;
}

} // namespace

ScalingChart::ScalingChart(QWidget* parent)
    : Chart(parent)
{
    QCustomPlot& p = *plot();
    m_main = p.axisRect();
    m_pane = new QCPAxisRect(&p);
    for (QCPAxis* axis : m_pane->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    p.plotLayout()->addElement(1, 0, m_pane);
    p.plotLayout()->setRowSpacing(12);
    p.plotLayout()->setRowStretchFactors({2.8, 1});
    for (QCPAxisRect* rect : {m_main, m_pane}) {
        rect->setAutoMargins(QCP::msNone);
        rect->setRangeDrag(Qt::Horizontal);
        rect->setRangeZoom(Qt::Horizontal);
    }

    QCPAxis* workers_axis = m_pane->axis(QCPAxis::atBottom);
    QCPAxis* gamma_axis = m_pane->axis(QCPAxis::atLeft);
    for (QCPAxis* axis : {p.xAxis, p.yAxis, workers_axis, gamma_axis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setRange(1, 256);
    }
    p.xAxis->setTicker(powerOfTwoTicker());
    p.xAxis->setTickLabels(false);
    workers_axis->setTicker(powerOfTwoTicker());
    workers_axis->setLabel(tr("Data-parallel workers K"));
    gamma_axis->setTicker(decadeTicker(3));
    p.yAxis->setTicker(powerOfTwoTicker(QStringLiteral("×")));
    p.yAxis->setLabel(tr("Speedup (×)"));
    p.yAxis2->setVisible(true);
    p.yAxis2->setTicker(quantityTicker(Unit::ratio));
    p.yAxis2->setLabel(tr("Efficiency (%)"));
    p.yAxis2->setRange(0, 1.05);
    connect(p.xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), workers_axis,
        [workers_axis](const QCPRange& range) { workers_axis->setRange(range); });
    connect(workers_axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), p.xAxis,
        [this](const QCPRange& range) { plot()->xAxis->setRange(range); });

    m_ideal = addCurve(p, p.xAxis, p.yAxis);
    m_efficiency = addCurve(p, p.xAxis, p.yAxis2);
    m_speedup = addCurve(p, p.xAxis, p.yAxis);
    m_gamma = addCurve(p, workers_axis, gamma_axis);
    m_ghost = addCurves();
    m_pinned = addCurves();
    addPainting(p, "background", [this](QPainter& painter) { drawBands(painter); });
    addPainting(p, "main", [this](QPainter& painter) {
        if (!hasAnalysis())
            return;
        drawTolerance(painter);
        drawFlags(painter);
        drawCurrent(painter);
        drawNames(painter);
    });
    addPainting(p, "overlay", [this](QPainter& painter) { drawHover(painter); });
    setTheme(themeMode());
}

ScalingChart::Curves ScalingChart::addCurves()
{
    QCustomPlot& p = *plot();
    return {addCurve(p, p.xAxis, p.yAxis), addCurve(p, p.xAxis, p.yAxis2),
        addCurve(p, m_pane->axis(QCPAxis::atBottom), m_pane->axis(QCPAxis::atLeft))};
}

void ScalingChart::fill(const Curves& curves, const ScalingCurve& curve)
{
    const auto count = static_cast<qsizetype>(curve.points.size());
    QVector<QCPGraphData> speedup;
    QVector<QCPGraphData> efficiency;
    QVector<QCPGraphData> gamma;
    speedup.reserve(count);
    efficiency.reserve(count);
    gamma.reserve(count);
    for (const ScalePoint& point : curve.points) {
        speedup.append({point.workers, point.speedup});
        efficiency.append({point.workers, point.efficiency});
        if (point.step.gamma > 0)
            gamma.append({point.workers, point.step.gamma});
    }
    curves.speedup->data()->set(speedup, true);
    curves.efficiency->data()->set(efficiency, true);
    curves.gamma->data()->set(gamma, true);
}

void ScalingChart::present(const Analysis& a)
{
    m_ideal->setData({a.curve.min_workers, a.curve.max_workers}, {a.curve.min_workers, a.curve.max_workers}, true);
    fill({m_speedup, m_efficiency, m_gamma}, a.curve);
    fill(m_pinned, reference() ? reference()->curve : ScalingCurve{});
    fill(m_ghost, ghost() ? ghost()->curve : ScalingCurve{});
    collectFlags(a.curve.knees, a.scenario.assumptions.efficiency_tolerance);
    fit(a);
}

std::string ScalingChart::describe(const Analysis& a) const
{
    return scalingSentence(a);
}

void ScalingChart::collectFlags(const Knees& knees, double tolerance)
{
    m_flags.clear();
    const auto add = [this](const std::optional<Knee>& knee, const QString& what, Quantity quantity) {
        if (!knee)
            return;
        QString words = tr("%1 at K = %2").arg(what, text(knee->workers, Unit::none));
        if (knee->cause != Cause::none && plot()->viewport().width() > 700)
            words += QStringLiteral(": ") + utf8(causeLabel(knee->cause));
        m_flags.push_back({knee->workers, words, quantity});
    };
    add(knees.gamma, tr("γ = 1"), Quantity::data_comm);
    add(knees.tolerance, tr("E < %1").arg(text(tolerance, Unit::ratio)), Quantity::compute);
    add(knees.curvature, tr("bend"), Quantity::overhead);
    std::stable_sort(
        m_flags.begin(), m_flags.end(), [](const Flag& a, const Flag& b) { return a.workers > b.workers; });
}

void ScalingChart::fit(const Analysis& a)
{
    const ScalingCurve& curve = a.curve;
    double least = 1;
    double most = curve.max_workers;
    for (const QCPGraph* graph : {m_speedup, m_pinned.speedup, m_ghost.speedup})
        for (const QCPGraphData& point : *graph->data()) {
            if (point.value > 0)
                least = std::min(least, point.value);
            most = std::max(most, point.value);
        }
    fitAxis(*plot()->xAxis, curve.min_workers / 1.12, std::max(curve.max_workers, curve.min_workers * 2) * 1.12);
    fitAxis(*plot()->yAxis, std::exp2(std::floor(std::log2(std::max(least, most * 1e-6)))) / 1.1,
        std::exp2(std::ceil(std::log2(most))) * 1.25);

    double gamma_low = 1;
    double gamma_high = 1;
    for (const QCPGraph* graph : {m_gamma, m_pinned.gamma, m_ghost.gamma})
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
    const Theme& colors = theme(themeMode());
    m_ideal->setPen(QPen(colors.muted, 1.2, Qt::DashLine));
    m_speedup->setPen(QPen(colors.text, 3));
    m_efficiency->setPen(QPen(colors.accent, 2.2));
    m_gamma->setPen(quantityPen(Quantity::data_comm, themeMode(), 2));
    const QColor comm = quantityColor(Quantity::data_comm, themeMode());
    const auto restyleCurves = [&](const Curves& curves, double width, Qt::PenStyle style) {
        curves.speedup->setPen(QPen(colors.text, width, style));
        curves.efficiency->setPen(QPen(colors.accent, width, style));
        curves.gamma->setPen(QPen(comm, width, style));
    };
    restyleCurves(m_pinned, 1.6, Qt::DashLine);
    restyleCurves(m_ghost, 1, Qt::SolidLine);
    plot()->yAxis2->setLabelColor(colors.accent);
    plot()->yAxis2->setTickLabelColor(colors.accent);
    plot()->yAxis2->grid()->setVisible(false);

    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    const int left = metrics.horizontalAdvance(QStringLiteral("1024×")) + line + 16;
    const int right = metrics.horizontalAdvance(QStringLiteral("100 %")) + line + 16;
    m_main->setMargins({left, flag_rows * (line + 5) + 4, right, 0});
    m_pane->setMargins({left, 0, right, 2 * line + 16});
}

QRectF ScalingChart::area() const
{
    return m_main->rect();
}

QRectF ScalingChart::paneArea() const
{
    return m_pane->rect();
}

double ScalingChart::xOf(double workers) const
{
    return plot()->xAxis->coordToPixel(workers);
}

double ScalingChart::workersAt(double x) const
{
    return std::clamp(plot()->xAxis->pixelToCoord(x), analysis().curve.min_workers, analysis().curve.max_workers);
}

double ScalingChart::efficiencyY(double efficiency) const
{
    return plot()->yAxis2->coordToPixel(efficiency);
}

QPointF ScalingChart::toleranceHandle() const
{
    return {area().right() - 14, efficiencyY(analysis().scenario.assumptions.efficiency_tolerance)};
}

QPointF ScalingChart::workersHandle() const
{
    return {xOf(analysis().step.workers), paneArea().bottom()};
}

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
    LabelPlacer placer(area().adjusted(2, 2, -2, -2));
    blockCurves(placer);
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
    for (const Flag& flag : m_flags)
        placer.block(QRectF(xOf(flag.workers) - 1, area().top(), 2, area().height()));
    placer.block(QRectF(area().left(), toleranceHandle().y() - 1, area().width(), 2));
    const double row = textSize(plot()->font(), QStringLiteral("0")).height();
    placer.block(QRectF(toleranceHandle() - QPointF(150, 4), QSizeF(170, row + 6)));
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
    const QFont font = plot()->font();
    for (std::size_t i = 0; i < bound_count; ++i) {
        const QString name = utf8(boundLabel(static_cast<Bound>(i)));
        const QSizeF size = textSize(font, name);
        const QRectF& band = widest[i];
        if (band.width() < size.width() + 8)
            continue;
        std::vector<QRectF> places;
        for (const double up : {1.1, 2.2, 3.3, 4.4})
            for (const double share : {0.5, 0.0, 1.0, 0.25, 0.75})
                places.emplace_back(QPointF(band.left() + 4 + (band.width() - size.width() - 8) * share,
                                        band.bottom() - up * size.height()),
                    size);
        painter.setFont(font);
        painter.setPen(quantityTextColor(quantityOf(static_cast<Bound>(i)), themeMode()));
        painter.drawText(placer.place(places), Qt::AlignCenter, name);
    }
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
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.panel, 1));
    painter.setBrush(colors.accent);
    painter.drawRoundedRect(QRectF(toleranceHandle() - QPointF(12, 5), QSizeF(24, 10)), 5, 5);
    const QString words = tr("tolerance %1").arg(text(tolerance, Unit::ratio));
    const QSizeF size = textSize(plot()->font(), words);
    painter.setFont(plot()->font());
    painter.setPen(quantityTextColor(Quantity::compute, themeMode()));
    painter.drawText(QRectF(QPointF(area().right() - size.width() - 32, y + 1), size), Qt::AlignCenter, words);
}

void ScalingChart::drawFlags(QPainter& painter) const
{
    const QFont font = plot()->font();
    const double row_height = textSize(font, QStringLiteral("0")).height() + 5;
    const double top = area().top() - flag_rows * row_height;
    const QRectF strip(2, top, plot()->viewport().width() - 4, flag_rows * row_height);
    painter.setFont(font);
    if (m_flags.empty()) {
        painter.setPen(theme(themeMode()).muted);
        painter.drawText(QRectF(area().left(), top + row_height, area().width(), row_height - 3), Qt::AlignLeft,
            tr("No knee up to K = %1").arg(text(analysis().curve.max_workers, Unit::none)));
    }
    // From the right: a flag stands beside its pole, above those that its box would meet.
    std::vector<std::pair<QRectF, const Flag*>> placed;
    for (const Flag& flag : m_flags) {
        const double x = xOf(flag.workers);
        if (x < area().left() || x > area().right())
            continue;
        const QSizeF size(textSize(font, flag.text).width() + 10, row_height - 3);
        QRectF rect = pushedInside(QRectF(QPointF(x, top + (flag_rows - 1) * row_height), size), strip);
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
        painter.drawText(rect, Qt::AlignCenter, flag->text);
    }
}

void ScalingChart::drawDots(QPainter& painter, double workers, double radius) const
{
    const CurveSample sample = sampleCurve(analysis().curve, workers);
    const double x = xOf(sample.workers);
    const Theme& colors = theme(themeMode());
    painter.setRenderHint(QPainter::Antialiasing);
    const auto dot = [&](const QCPGraph& graph, double value, const QRectF& inside) {
        const double y = graph.valueAxis()->coordToPixel(value);
        if (!graph.visible() || !inside.contains(QPointF(x, y)))
            return;
        painter.setPen(QPen(colors.panel, 1.5));
        painter.setBrush(graph.pen().color());
        painter.drawEllipse(QPointF(x, y), radius, radius);
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

void ScalingChart::drawCurveNames(QPainter& painter, LabelPlacer& placer) const
{
    const ScalingCurve& curve = analysis().curve;
    const Theme& colors = theme(themeMode());
    const QFont font = plot()->font();
    const QFont strong = roleFont(font, FontRole::strong);
    const auto name = [&](const QCPGraph& graph, auto value_of, const QString& words, const QFont& used,
                          const QColor& color) {
        if (!graph.visible())
            return;
        const QSizeF size = textSize(used, words) + QSizeF(6, 0);
        std::vector<QRectF> places;
        for (const double share : {0.97, 0.85, 0.7, 0.55, 0.4, 0.25}) {
            const double k = curve.min_workers * std::pow(curve.max_workers / curve.min_workers, share);
            const QPointF at(xOf(k), graph.valueAxis()->coordToPixel(value_of(sampleCurve(curve, k))));
            for (const double dy : {-size.height() - 4, 5.0})
                for (const double dx : {-size.width(), 8.0})
                    places.emplace_back(at + QPointF(dx, dy), size);
        }
        painter.setFont(used);
        painter.setPen(color);
        painter.drawText(placer.place(places), Qt::AlignCenter, words);
    };
    name(
        *m_speedup, [](const CurveSample& s) { return s.speedup; }, tr("speedup"), strong, colors.text);
    name(
        *m_ideal, [](const CurveSample& s) { return s.workers; }, tr("ideal"), font, colors.muted);
    name(
        *m_efficiency, [](const CurveSample& s) { return s.efficiency; }, tr("efficiency"), strong,
        quantityTextColor(Quantity::compute, themeMode()));
    drawOtherName(painter, placer, *m_pinned.speedup, tr("A"));
    drawOtherName(painter, placer, *m_ghost.speedup, tr("with the remedy"));
}

/// At the right end of the curve of another analysis.
void ScalingChart::drawOtherName(
    QPainter& painter, LabelPlacer& placer, const QCPGraph& curve, const QString& words) const
{
    if (curve.data()->isEmpty())
        return;
    const QFont font = roleFont(plot()->font(), FontRole::strong);
    const QSizeF size = textSize(font, words) + QSizeF(6, 0);
    std::vector<QRectF> places;
    for (const double share : {1.0, 0.9, 0.8, 0.65, 0.5}) {
        const int point = static_cast<int>(std::lround(share * (curve.dataCount() - 1)));
        const QPointF at(xOf(curve.dataMainKey(point)), curve.valueAxis()->coordToPixel(curve.dataMainValue(point)));
        for (const double dy : {-size.height() - 3, 4.0})
            places.emplace_back(at + QPointF(-size.width(), dy), size);
    }
    drawTag(painter, placer.place(places), words, font, theme(themeMode()).text, themeMode());
}

void ScalingChart::drawPaneName(QPainter& painter) const
{
    const QFont font = plot()->font();
    const QRectF pane = paneArea();
    const double one = m_pane->axis(QCPAxis::atLeft)->coordToPixel(1);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(themeMode()).muted, 1));
    painter.drawLine(QPointF(pane.left(), one), QPointF(pane.right(), one));
    const QString words =
        m_gamma->data()->isEmpty() ? tr("γ = 0: no communication at any K") : tr("γ = communication / compute time");
    const QRectF rect(pane.topLeft() + QPointF(4, -2), textSize(font, words) + QSizeF(6, 0));
    drawTag(painter, rect, words, font, quantityTextColor(Quantity::data_comm, themeMode()), themeMode());
}

ScalingChart::Handle ScalingChart::handleAt(const QPointF& at) const
{
    const QPointF triangle = workersHandle();
    if (std::abs(at.x() - triangle.x()) <= triangle_size + 3 && at.y() > triangle.y() - 2 * triangle_size - 4
        && at.y() < triangle.y() + triangle_size)
        return Handle::workers;
    const bool over = at.x() >= area().left() && at.x() <= area().right();
    if (over && std::abs(at.y() - toleranceHandle().y()) <= handle_reach)
        return Handle::tolerance;
    return Handle::none;
}

bool ScalingChart::grabHandle(const QPointF& at)
{
    m_handle = handleAt(at);
    m_picked = analysis().step.workers;
    return m_handle != Handle::none;
}

void ScalingChart::pickTolerance(double y, bool finished)
{
    const double asked = plot()->yAxis2->pixelToCoord(y);
    emit toleranceDragged(std::clamp(std::round(asked * 100) / 100, least_tolerance, 1.0), finished);
}

void ScalingChart::dragHandle(const QPointF& at)
{
    if (m_handle == Handle::tolerance) {
        pickTolerance(at.y(), false);
    } else if (const double k = std::round(workersAt(at.x())); k != m_picked) {
        m_picked = k;
        emit workersPicked(k);
    }
}

void ScalingChart::releaseHandle(const QPointF& at)
{
    if (m_handle == Handle::tolerance)
        pickTolerance(at.y(), true);
    m_handle = Handle::none;
}

void ScalingChart::hover(const QPointF& at)
{
    const Handle handle = handleAt(at);
    plot()->setCursor(handle == Handle::tolerance ? Qt::SizeVerCursor
            : handle == Handle::workers           ? Qt::SizeHorCursor
                                                  : Qt::ArrowCursor);
    m_pointer = at;
    m_inside = !analysis().curve.points.empty() && (area() | paneArea()).contains(at);
    setHoveredWorkers(m_inside ? workersAt(at.x()) : 0);
}

void ScalingChart::leave()
{
    m_inside = false;
    setHoveredWorkers(0);
}

QStringList ScalingChart::readout() const
{
    if (!m_inside || analysis().curve.points.empty())
        return {};
    const CurveSample sample = sampleCurve(analysis().curve, cursor());
    return {tr("K = %1").arg(text(sample.workers, Unit::none)), tr("step %1").arg(text(sample.step_s, Unit::seconds)),
        tr("speedup %1").arg(text(sample.speedup, Unit::factor)),
        tr("efficiency %1").arg(text(sample.efficiency, Unit::ratio)), tr("γ %1").arg(text(sample.gamma, Unit::none)),
        utf8(boundLabel(sample.bound))};
}

void ScalingChart::drawHover(QPainter& painter) const
{
    if (!hasAnalysis() || !(cursor() > 0) || analysis().curve.points.empty())
        return;
    const double x = xOf(cursor());
    if (x < area().left() || x > area().right())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(themeMode()).muted, 1));
    painter.drawLine(QPointF(x, area().top()), QPointF(x, area().bottom()));
    painter.drawLine(QPointF(x, paneArea().top()), QPointF(x, paneArea().bottom()));
    drawDots(painter, cursor(), 4);
    if (m_inside)
        drawReadout(painter, area() | paneArea(), m_pointer, readout(), plot()->font(), themeMode());
}

void ScalingChart::extendMenu(QMenu& menu)
{
    const auto add = [this, &menu](const QString& name, QCPGraph* graph) {
        QAction* action = menu.addAction(name, this, [this, graph](bool on) {
            graph->setVisible(on);
            replot();
        });
        action->setCheckable(true);
        action->setChecked(graph->visible());
    };
    add(tr("Ideal speedup"), m_ideal);
    add(tr("Speedup"), m_speedup);
    add(tr("Efficiency"), m_efficiency);
    add(tr("Communication ratio γ"), m_gamma);
}

std::string ScalingChart::csv() const
{
    std::string rows = "workers,gpus,compute_s,comm_s,load_s,step_s,speedup,efficiency,gamma,bound\n";
    for (const ScalePoint& p : analysis().curve.points)
        rows += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", p.workers, p.step.gpus, p.step.compute_s, p.step.comm_s,
            p.step.load_s, p.step.step_s, p.speedup, p.efficiency, p.step.gamma, boundId(p.step.bound));
    return rows;
}

} // namespace kneepoint
