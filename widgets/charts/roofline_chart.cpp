// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "model/explore/sentences.h"
#include "widgets/charts/labels.h"
#include "widgets/charts/painting.h"
#include "widgets/charts/tickers.h"
#include "widgets/charts/words.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::size_t trail_length = 8;
constexpr double thick = 3.5;
constexpr double thin = 1.4;
constexpr double at_the_roof = 0.97;
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

QCPGraph* addRoof(QCustomPlot& plot)
{
    QCPGraph* graph = plot.addGraph();
    graph->setAdaptiveSampling(false);
    graph->setSelectable(QCP::stNone);
    return graph;
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
    : Chart(parent)
{
    QCustomPlot& p = *plot();
    for (QCPAxis* axis : {p.xAxis, p.yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(decadeTicker());
        axis->setRange(1, 10);
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
            if (hasAnalysis())
                setRoofs(analysis().roofline);
        });
    }
    p.xAxis->setLabel(tr("Intensity: work per byte moved (FLOP/byte)"));
    p.yAxis->setLabel(tr("Attainable per GPU (FLOP/s)"));
    p.axisRect()->setAutoMargins(QCP::msNone);

    m_peak_roof = addRoof(p);
    m_compute_roof = addRoof(p);
    m_memory_roof = addRoof(p);
    m_network_roof = addRoof(p);
    addPainting(p, "background", [this](QPainter& painter) { drawRegions(painter); });
    addPainting(p, "main", [this](QPainter& painter) {
        if (ghost())
            drawOther(painter, ghost()->roofline, tr("with the remedy"), 1, Qt::SolidLine);
        if (reference())
            drawOther(painter, reference()->roofline, tr("A"), 1.4, Qt::DashLine);
        drawMarks(painter);
    });
    addPainting(p, "overlay", [this](QPainter& painter) { drawHover(painter); });
    setTheme(themeMode());
}

RooflineChart::OperatingPoint RooflineChart::operatingPoint(const Roofline& roofline)
{
    const Roof& roof = roofline.roof;
    const bool at_network = roofline.bound == RoofBound::network || !(roof.arithmetic_intensity > 0);
    return {at_network ? roof.communication_intensity : roof.arithmetic_intensity, roofline.achieved_flops,
        roofline.attainable_flops};
}

void RooflineChart::present(const Analysis& a)
{
    const Roofline& roofline = a.roofline;
    const OperatingPoint before = m_point;
    m_point = operatingPoint(roofline);
    if (isInteracting())
        remember(before);
    else
        m_trail.clear();
    fit(roofline);
    setRoofs(roofline);
    restyle();
}

std::string RooflineChart::describe(const Analysis& a) const
{
    return rooflineSentence(a);
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
    for (const Mark& mark : marks())
        bottom = std::min(bottom, mark.ceiling);
    if (m_point.achieved > 0)
        bottom = std::min(bottom, m_point.achieved);
    for (const auto* other : {&reference(), &ghost()}) {
        if (!*other)
            continue;
        const OperatingPoint point = operatingPoint((*other)->roofline);
        if (!(point.intensity > 0) || !(point.achieved > 0))
            continue;
        x_min = std::min(x_min, point.intensity);
        x_max = std::max(x_max, point.intensity);
        bottom = std::min(bottom, point.achieved);
        top = std::max(top, (*other)->roofline.roof.sustained_flops);
    }
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
    m_network_roof->setPen(pen(RoofBound::network));
    m_peak_roof->setPen(QPen(quantityColor(Quantity::compute, themeMode()), 1));

    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    plot()->axisRect()->setMargins(
        {metrics.horizontalAdvance(QStringLiteral("10¹⁰")) + line + 20, line / 2 + 4, 16, 2 * line + 16});
}

QRectF RooflineChart::frame() const
{
    return plot()->axisRect()->rect();
}

QPointF RooflineChart::pixel(double intensity, double flops) const
{
    return {plot()->xAxis->coordToPixel(intensity), plot()->yAxis->coordToPixel(flops)};
}

std::vector<RooflineChart::Mark> RooflineChart::marks() const
{
    const Roof& roof = analysis().roofline.roof;
    std::vector<Mark> found;
    const auto add = [&](double intensity, double bandwidth, RoofBound bound) {
        if (intensity > 0 && bandwidth > 0 && std::isfinite(intensity))
            found.push_back({intensity, std::min(bandwidth * intensity, roof.sustained_flops), bound});
    };
    add(roof.arithmetic_intensity, roof.memory_bandwidth, RoofBound::memory);
    add(roof.communication_intensity, roof.network_bandwidth, RoofBound::network);
    return found;
}

void RooflineChart::drawRegions(QPainter& painter) const
{
    if (!hasAnalysis())
        return;
    const Roof& roof = analysis().roofline.roof;
    const QRectF area = frame();
    const QCPRange x = plot()->xAxis->range();
    const double ceiling = std::clamp(plot()->yAxis->coordToPixel(roof.sustained_flops), area.top(), area.bottom());
    const auto under = [&](double bandwidth) {
        const QPointF low = pixel(x.lower, x.lower * bandwidth);
        const QPointF high = pixel(x.upper, x.upper * bandwidth);
        const double slope = (high.y() - low.y()) / (high.x() - low.x());
        const auto x_at = [&](double y) { return std::min(low.x() + (y - low.y()) / slope, area.right()); };
        QPolygonF polygon{area.bottomRight(), QPointF(area.right(), ceiling)};
        if (low.y() > ceiling)
            polygon << QPointF(x_at(ceiling), ceiling);
        if (low.y() > area.bottom())
            polygon << QPointF(x_at(area.bottom()), area.bottom());
        else
            polygon << QPointF(area.left(), std::max(low.y(), ceiling)) << area.bottomLeft();
        return polygon;
    };
    const auto fill = [&](const QPolygonF& polygon, RoofBound bound) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(regionTint(quantityOf(bound), themeMode()));
        painter.drawPolygon(polygon);
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double memory = roof.memory_bandwidth;
    const double network = roof.network_bandwidth;
    if (memory > 0)
        fill(under(memory), RoofBound::memory);
    if (network > 0)
        fill(under(network), RoofBound::network);
    const double slowest = network > 0 ? network : memory;
    const double ridge = slowest > 0 ? plot()->xAxis->coordToPixel(roof.sustained_flops / slowest) : area.left();
    if (ridge < area.right())
        fill(QRectF(QPointF(std::max(ridge, area.left()), ceiling), area.bottomRight()), RoofBound::compute);
}

void RooflineChart::drawOther(
    QPainter& painter, const Roofline& other, const QString& name, double width, Qt::PenStyle style) const
{
    const QRectF area = frame();
    const Roof& roof = other.roof;
    const QCPRange x = plot()->xAxis->range();
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto line = [&](RoofBound bound, const QPointF& from, const QPointF& to) {
        painter.setPen(QPen(quantityColor(quantityOf(bound), themeMode()), width, style));
        painter.drawLine(from, to);
    };
    const auto rising = [&](RoofBound bound, double bandwidth) {
        if (bandwidth > 0)
            line(bound, pixel(x.lower, x.lower * bandwidth),
                pixel(roof.sustained_flops / bandwidth, roof.sustained_flops));
    };
    rising(RoofBound::memory, roof.memory_bandwidth);
    rising(RoofBound::network, roof.network_bandwidth);
    const double steepest = std::max({roof.memory_bandwidth, roof.network_bandwidth, 1e-300});
    line(RoofBound::compute, pixel(std::max(x.lower, roof.sustained_flops / steepest), roof.sustained_flops),
        pixel(x.upper, roof.sustained_flops));
    if (const OperatingPoint point = operatingPoint(other); point.intensity > 0 && point.achieved > 0) {
        const QPointF at = pixel(point.intensity, point.achieved);
        painter.setPen(QPen(theme(themeMode()).text, 1.6));
        painter.setBrush(theme(themeMode()).panel);
        painter.drawEllipse(at, 6, 6);
        const QFont font = roleFont(plot()->font(), FontRole::strong);
        const QSizeF size = textSize(font, name) + QSizeF(6, 0);
        const QPointF away = style == Qt::DashLine ? QPointF(-size.width() - 8, -size.height() / 2)
                                                   : QPointF(-size.width() / 2, -size.height() - 8);
        const QRectF place(at + away, size);
        drawTag(painter, pushedInside(place, area), name, font, theme(themeMode()).text, themeMode());
    }
    painter.restore();
}

void RooflineChart::drawMarks(QPainter& painter) const
{
    if (!hasAnalysis())
        return;
    const Roofline& roofline = analysis().roofline;
    const Theme& colors = theme(themeMode());
    const QRectF area = frame();
    const QFont font = plot()->font();
    const QFont strong = roleFont(font, FontRole::strong);
    const double line = textSize(font, QStringLiteral("0")).height();
    LabelPlacer placer(area.adjusted(2, 2, -2, -2));
    painter.save();
    painter.setClipRect(area);
    painter.setRenderHint(QPainter::Antialiasing);

    for (const Mark& mark : marks()) {
        const QPointF at = pixel(mark.intensity, mark.ceiling);
        const QColor color = quantityColor(quantityOf(mark.roof), themeMode());
        painter.setPen(QPen(color, 1, Qt::DotLine));
        painter.drawLine(at, QPointF(at.x(), area.bottom()));
        painter.setPen(QPen(color, 2));
        painter.setBrush(colors.panel);
        painter.drawEllipse(at, 4, 4);
        placer.block(QRectF(at - QPointF(6, 6), QSizeF(12, 12)));
    }

    const bool placed = m_point.intensity > 0 && m_point.achieved > 0;
    const QPointF here = placed ? pixel(m_point.intensity, m_point.achieved) : QPointF();
    const QPointF goal = placed ? pixel(m_point.intensity, m_point.attainable) : QPointF();
    if (placed) {
        QPointF previous;
        for (std::size_t i = 0; i < m_trail.size(); ++i) {
            const QPointF at = pixel(m_trail[i].intensity, m_trail[i].achieved);
            QColor faded = colors.text;
            faded.setAlphaF(0.4F * float(i + 1) / float(m_trail.size()));
            painter.setPen(QPen(faded, 2));
            if (i > 0)
                painter.drawLine(previous, at);
            painter.setPen(Qt::NoPen);
            painter.setBrush(faded);
            painter.drawEllipse(at, 3, 3);
            previous = at;
        }
        const double gap = here.y() - goal.y();
        if (gap > 16) {
            painter.setPen(QPen(colors.text, 1.5));
            painter.drawLine(here, goal + QPointF(0, 2));
            painter.setPen(Qt::NoPen);
            painter.setBrush(colors.text);
            painter.drawPolygon(QPolygonF{goal + QPointF(0, 2), goal + QPointF(-4, 10), goal + QPointF(4, 10)});
        }
        painter.setPen(QPen(colors.panel, 2));
        painter.setBrush(colors.text);
        painter.drawEllipse(here, 6, 6);
        placer.block(QRectF(goal, here).normalized().adjusted(-7, -7, 7, 7));
    }

    const auto beside = [line](const QPointF& at, const QSizeF& size) {
        std::vector<QRectF> places;
        for (const double dy : {0.0, line, -line, 2 * line, -2 * line, 3 * line, -3 * line, -4 * line})
            for (const double dx : {10.0, -10.0 - size.width()})
                places.emplace_back(QPointF(at.x() + dx, at.y() + dy - size.height() / 2), size);
        return places;
    };
    const auto label = [&](const QPointF& at, const QString& words, const QFont& used, const QColor& color) {
        const QRectF rect = placer.place(beside(at, textSize(used, words) + QSizeF(6, 0)));
        drawTag(painter, rect, words, used, color, themeMode());
    };

    const auto flat_label = [&](const QCPGraph& graph, double flops, const QString& words, bool limiting) {
        if (graph.data()->isEmpty())
            return;
        const QFont& used = limiting ? strong : font;
        const QSizeF size = textSize(used, words) + QSizeF(6, 0);
        const double y = plot()->yAxis->coordToPixel(flops);
        const QRectF above(QPointF(area.right() - size.width() - 2, y - size.height() - 3), size);
        const QRectF below = above.translated(0, size.height() + 6);
        const QRectF rect = placer.place({above, below});
        drawTag(painter, rect, words, used, quantityTextColor(Quantity::compute, themeMode()), themeMode());
    };
    const Roof& roof = roofline.roof;
    flat_label(*m_compute_roof, roof.sustained_flops,
        tr("compute %1").arg(text(roof.sustained_flops, Unit::flops_per_second)), roofline.bound == RoofBound::compute);
    flat_label(
        *m_peak_roof, roof.peak_flops, tr("dense peak %1").arg(text(roof.peak_flops, Unit::flops_per_second)), false);

    const auto slanted_label = [&](const QCPGraph& graph, const QString& words, RoofBound bound) {
        if (graph.dataCount() < 2)
            return;
        const QPointF low = pixel(graph.dataMainKey(0), graph.dataMainValue(0));
        const double top = std::min(graph.dataMainValue(1), roof.sustained_flops);
        const QPointF high = pixel(graph.dataMainKey(1) * top / graph.dataMainValue(1), top);
        const QPointF along = high - low;
        const double length = std::hypot(along.x(), along.y());
        const QFont& used = bound == roofline.bound ? strong : font;
        const QSizeF size = textSize(used, words);
        if (length < size.width() + 30)
            return;
        const QPointF direction = along / length;
        const auto is_free = [&](const QPointF& start) {
            for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
                const QPointF at = start + direction * size.width() * share + QPointF(0, -line / 2);
                if (!placer.isFree(QRectF(at - QPointF(line, line) / 2, QSizeF(line, line))))
                    return false;
            }
            return true;
        };
        const double last = length - size.width() - line - 4;
        double from = last;
        while (from > 10 && !is_free(low + direction * from))
            from -= 10;
        const QPointF start = low + direction * (from > 10 ? from : last);
        for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
            placer.block(
                QRectF(start + direction * size.width() * share - QPointF(line / 2, line), QSizeF(line, line)));
        painter.save();
        painter.translate(start);
        painter.rotate(std::atan2(along.y(), along.x()) * 180 / M_PI);
        painter.setFont(used);
        painter.setPen(quantityTextColor(quantityOf(bound), themeMode()));
        painter.drawText(QRectF(QPointF(0, -size.height() - 2), size), Qt::AlignCenter, words);
        painter.restore();
    };
    slanted_label(
        *m_memory_roof, tr("HBM %1").arg(text(roof.memory_bandwidth, Unit::bytes_per_second)), RoofBound::memory);
    slanted_label(*m_network_roof, tr("network %1").arg(text(roof.network_bandwidth, Unit::bytes_per_second)),
        RoofBound::network);

    if (placed) {
        const double share = m_point.attainable > 0 ? m_point.achieved / m_point.attainable : 0;
        const QString achieved = tr("achieved %1").arg(text(m_point.achieved, Unit::flops_per_second));
        if (share < at_the_roof) {
            label(here, achieved, strong, colors.text);
            label((here + goal) / 2, tr("%1 of the roof").arg(text(share, Unit::factor)), font, colors.text);
        } else {
            label(here + QPointF(0, line), tr("%1, at the roof").arg(achieved), strong, colors.text);
        }
    }
    for (const Mark& mark : marks()) {
        const bool memory = mark.roof == RoofBound::memory;
        const QString name = memory ? tr("AI %1") : tr("CI %1");
        label({plot()->xAxis->coordToPixel(mark.intensity), area.bottom() - line},
            name.arg(text(mark.intensity, Unit::flops_per_byte)), font,
            quantityTextColor(quantityOf(mark.roof), themeMode()));
    }
    if (!(roof.communication_intensity > 0)) {
        const QString words = tr("One worker: no network traffic");
        const QSizeF size = textSize(font, words) + QSizeF(6, 0);
        const QRectF corner(area.bottomRight() - QPointF(size.width() + 4, size.height() + 4), size);
        const QRectF rect = placer.place({corner, corner.translated(0, -line), corner.translated(0, -2 * line)});
        drawTag(painter, rect, words, font, colors.muted, themeMode());
    }
    painter.restore();
}

void RooflineChart::hover(const QPointF& at)
{
    m_hovering = frame().contains(at);
    m_hover = at;
    replotOverlay();
}

void RooflineChart::leave()
{
    m_hovering = false;
    replotOverlay();
}

void RooflineChart::drawHover(QPainter& painter) const
{
    if (!m_hovering || !hasAnalysis())
        return;
    const Roof& roof = analysis().roofline.roof;
    const QRectF area = frame();
    const double x = plot()->xAxis->pixelToCoord(m_hover.x());
    QStringList lines{text(x, Unit::flops_per_byte)};
    const auto add = [&](const QString& words, double flops) {
        if (flops > 0)
            lines << words.arg(text(flops, Unit::flops_per_second));
    };
    add(tr("compute roof %1"), roof.sustained_flops);
    add(tr("memory roof %1"), roof.memory_bandwidth * x);
    add(tr("network roof %1"), roof.network_bandwidth * x);
    painter.setPen(QPen(theme(themeMode()).muted, 1));
    painter.drawLine(QPointF(m_hover.x(), area.top()), QPointF(m_hover.x(), area.bottom()));
    drawReadout(painter, area, m_hover, lines, plot()->font(), themeMode());
}

std::string RooflineChart::csv() const
{
    std::string rows = "kind,name,intensity_flop_per_byte,flop_per_s\n";
    const auto add = [&rows](std::string_view kind, std::string_view name, double x, double y) {
        rows += fmt::format("{},{},{},{}\n", kind, name, x, y);
    };
    const auto roof = [&](std::string_view name, const QCPGraph& graph) {
        for (int i = 0; i < graph.dataCount(); ++i)
            add("roof", name, graph.dataMainKey(i), graph.dataMainValue(i));
    };
    roof("compute", *m_compute_roof);
    roof("dense_peak", *m_peak_roof);
    roof("memory", *m_memory_roof);
    roof("network", *m_network_roof);
    for (const Mark& mark : marks())
        add("ceiling", roofBoundId(mark.roof), mark.intensity, mark.ceiling);
    add("attainable", roofBoundId(analysis().roofline.bound), m_point.intensity, m_point.attainable);
    add("achieved", roofBoundId(analysis().roofline.bound), m_point.intensity, m_point.achieved);
    return rows;
}

} // namespace kneepoint
