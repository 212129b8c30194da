// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/tickers.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace kneepoint {
namespace {

constexpr std::size_t trail_length = 8;
constexpr double thick = 3.2;
constexpr double thin = 1.5;
constexpr double headroom = 0.12; ///< share of the axis left free for labels over the highest roof

/// Outwards to a third of a decade, so that small changes move no axis.
double snappedDown(double value)
{
    return std::pow(10, std::floor(3 * std::log10(value)) / 3);
}
double snappedUp(double value)
{
    return std::pow(10, std::ceil(3 * std::log10(value)) / 3);
}

/// A roof that rises with intensity, up to a ceiling, inside the axes' ranges.
void setRisingRoof(QCPGraph& graph, double bandwidth, double ceiling, const QCPRange& x, const QCPRange& y)
{
    graph.data()->clear();
    if (!(bandwidth > 0) || !(ceiling > 0))
        return;
    const double from = std::max(x.lower, y.lower / bandwidth);
    const double to = std::min({x.upper, y.upper / bandwidth, ceiling / bandwidth});
    if (from < to)
        graph.setData({from, to}, {from * bandwidth, to * bandwidth}, true);
}

void setFlatRoof(QCPGraph& graph, double flops, double from, const QCPRange& x, const QCPRange& y)
{
    graph.data()->clear();
    from = std::max(x.lower, from);
    if (flops > 0 && y.contains(flops) && from < x.upper)
        graph.setData({from, x.upper}, {flops, flops}, true);
}

} // namespace

RooflineChart::RooflineChart(QWidget* parent)
    : Chart(tr("Roofline"), parent)
{
    QCustomPlot& p = *plot();
    for (QCPAxis* axis : {p.xAxis, p.yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setRange(1, 10);
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
            if (hasAnalysis())
                setRoofs(analysis().roofline);
        });
    }
    p.xAxis->setTicker(decadeTicker());
    p.yAxis->setTicker(prefixTicker());
    p.xAxis->setLabel(tr("Intensity: work per byte moved (FLOP/byte)"));
    p.yAxis->setLabel(tr("Attainable per GPU (FLOP/s)"));
    p.axisRect()->setAutoMargins(QCP::msNone);

    m_peak_roof = addCurve(p, p.xAxis, p.yAxis);
    m_compute_roof = addCurve(p, p.xAxis, p.yAxis);
    m_memory_roof = addCurve(p, p.xAxis, p.yAxis);
    m_network_roof = addCurve(p, p.xAxis, p.yAxis);
    paint("background", [this](QPainter& painter) { drawRegions(painter); });
    paint("main", [this](QPainter& painter) {
        const auto others = beside();
        for (const std::size_t i : {previewed, pinned})
            if (others[i].analysis)
                drawOther(painter, others[i].analysis->roofline, others[i].pen);
        for (const Beside& option : std::span(others).subspan(1, 3))
            if (option.analysis)
                drawDot(painter, option.analysis->roofline);
        drawMarks(painter);
    });
    applyStyle();
}

OperatingPoint RooflineChart::pointOf(const Roofline& roofline) const
{
    OperatingPoint point = operatingPoint(roofline);
    if (!m_held)
        return point;
    point.roof = *m_held;
    point.intensity =
        *m_held == RoofBound::network ? roofline.roof.communication_intensity : roofline.roof.arithmetic_intensity;
    return point;
}

void RooflineChart::present(const Analysis& a)
{
    const Roofline& roofline = a.roofline;
    const OperatingPoint before = m_point;
    m_point = pointOf(roofline);
    if (isInteracting())
        remember(before);
    else
        m_trail.clear();
    fit(roofline);
    setRoofs(roofline);
    restyle();
}

void RooflineChart::remember(const OperatingPoint& point)
{
    if (!(point.intensity > 0) || !(point.achieved > 0))
        return;
    m_trail.push_back(point);
    if (m_trail.size() > trail_length)
        m_trail.pop_front();
}

void RooflineChart::fit(const Roofline& roofline)
{
    const Roof& roof = roofline.roof;
    double x_min = 0;
    double x_max = 0;
    for (const double x : {roofline.memory_ridge, roofline.network_ridge, roof.arithmetic_intensity,
             roof.communication_intensity, m_point.intensity})
        if (x > 0 && std::isfinite(x)) {
            x_min = x_min > 0 ? std::min(x_min, x) : x;
            x_max = std::max(x_max, x);
        }
    double top = std::max(roof.peak_flops, roof.sustained_flops);
    if (!(x_min > 0) || !(top > 0))
        return;
    double bottom = roof.sustained_flops;
    for (const Mark& mark : marks(roof))
        bottom = std::min(bottom, mark.ceiling);
    if (m_point.achieved > 0)
        bottom = std::min(bottom, m_point.achieved);
    for (const Beside& other : beside()) {
        if (!other.analysis)
            continue;
        const OperatingPoint point = pointOf(other.analysis->roofline);
        if (!(point.intensity > 0) || !(point.achieved > 0))
            continue;
        x_min = std::min(x_min, point.intensity);
        x_max = std::max(x_max, point.intensity);
        bottom = std::min(bottom, point.achieved);
        top = std::max(top, other.analysis->roofline.roof.sustained_flops);
    }
    if (!m_held) // keep the dragged point under the pointer
        fitAxis(*plot()->xAxis, snappedDown(x_min / 5), snappedUp(x_max * 8));
    const double lower = snappedDown(std::max(bottom, top * 1e-9) / 12);
    fitAxis(*plot()->yAxis, lower, snappedUp(top * std::pow(top / lower, headroom)));
}

void RooflineChart::setRoofs(const Roofline& roofline)
{
    const Roof& roof = roofline.roof;
    const QCPRange x = plot()->xAxis->range();
    const QCPRange y = plot()->yAxis->range();
    const double top = std::max(roof.peak_flops, roof.sustained_flops);
    const double steepest = std::max(roof.memory_bandwidth, roof.network_bandwidth);
    setRisingRoof(*m_memory_roof, roof.memory_bandwidth, top, x, y);
    setRisingRoof(*m_network_roof, roof.network_bandwidth, top, x, y);
    setFlatRoof(*m_compute_roof, roof.sustained_flops, steepest > 0 ? roof.sustained_flops / steepest : x.lower, x, y);
    const bool differ = roof.peak_flops > roof.sustained_flops * 1.005;
    setFlatRoof(*m_peak_roof, differ ? roof.peak_flops : 0, steepest > 0 ? roof.peak_flops / steepest : x.lower, x, y);
}

void RooflineChart::restyle()
{
    const RoofBound bound = analysis().roofline.bound;
    const auto pen = [this, bound](RoofBound roof) {
        return quantityPen(quantityOf(roof), themeMode(), roof == bound ? thick : thin);
    };
    m_compute_roof->setPen(pen(RoofBound::compute));
    m_memory_roof->setPen(pen(RoofBound::memory));
    if (!countsMemoryTraffic(analysis().scenario))
        m_memory_roof->setPen(quantityPen(Quantity::memory, themeMode(), 1));
    m_network_roof->setPen(pen(RoofBound::network));
    m_peak_roof->setPen(QPen(mixed(quantityColor(Quantity::compute, themeMode()), colors().panel, 0.55), 1.2));

    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    plot()->axisRect()->setMargins(
        {metrics.horizontalAdvance(QStringLiteral("100 T")) + line + 14, line / 2 + 4, 16, 2 * line + 16});
}

std::optional<QPointF> RooflineChart::pixelOf(const OperatingPoint& point) const
{
    if (!(point.intensity > 0) || !(point.achieved > 0))
        return std::nullopt;
    return pixel(point.intensity, point.achieved);
}

QPointF RooflineChart::pointHandle() const
{
    return pixelOf(m_point).value_or(QPointF());
}

std::vector<RooflineChart::Mark> RooflineChart::marks(const Roof& roof)
{
    std::vector<Mark> found;
    const auto add = [&](double intensity, double bandwidth, RoofBound bound) {
        if (intensity > 0 && bandwidth > 0 && std::isfinite(intensity))
            found.push_back({intensity, std::min(bandwidth * intensity, roof.sustained_flops), bound});
    };
    add(roof.arithmetic_intensity, roof.memory_bandwidth, RoofBound::memory);
    add(roof.communication_intensity, roof.network_bandwidth, RoofBound::network);
    return found;
}

CsvTable RooflineChart::data(const Analysis& of) const
{
    CsvTable table{{"kind", "name", "intensity_flop_per_byte", "flop_per_s"}, 2, {}};
    const auto add = [&](std::string_view kind, std::string_view name, double x, double y) {
        if (x > 0 && y > 0 && std::isfinite(x))
            table.add(kind, name, x, y);
    };
    const Roofline& r = of.roofline;
    const Roof& roof = r.roof;
    const double x_max = plot()->xAxis->range().upper;
    const double x_min = plot()->xAxis->range().lower;
    const auto rising = [&](std::string_view name, double bandwidth, double ridge) {
        add("roof", name, x_min, bandwidth * x_min);
        add("roof", name, ridge, bandwidth * ridge);
    };
    rising("memory", roof.memory_bandwidth, r.memory_ridge);
    rising("network", roof.network_bandwidth, r.network_ridge);
    add("roof", "compute", x_max, roof.sustained_flops);
    add("roof", "dense_peak", x_max, roof.peak_flops);
    for (const Mark& mark : marks(roof))
        add("ceiling", roofBoundId(mark.roof), mark.intensity, mark.ceiling);
    const OperatingPoint point = pointOf(r);
    add("point", "attainable", point.intensity, point.attainable);
    add("point", "achieved", point.intensity, point.achieved);
    return table;
}

} // namespace kneepoint
