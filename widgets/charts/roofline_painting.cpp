// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/roofline_chart.h"

#include "widgets/charts/kit/halo.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>

/// Painting below and on top of the roofs.
namespace kneepoint {

void RooflineChart::drawRegions(QPainter& painter) const
{
    const Roof& roof = analysis().roofline.roof;
    const QCPRange x = plot()->xAxis->range();
    const double ceiling = std::clamp(yOf(roof.sustained_flops), area().top(), area().bottom());
    const auto under = [&](double bandwidth) {
        const QPointF low = pixel(x.lower, x.lower * bandwidth);
        const QPointF high = pixel(x.upper, x.upper * bandwidth);
        const double slope = (high.y() - low.y()) / (high.x() - low.x());
        const auto x_at = [&](double y) { return std::min(low.x() + (y - low.y()) / slope, area().right()); };
        QPolygonF polygon{area().bottomRight(), QPointF(area().right(), ceiling)};
        if (low.y() > ceiling)
            polygon << QPointF(x_at(ceiling), ceiling);
        if (low.y() > area().bottom())
            polygon << QPointF(x_at(area().bottom()), area().bottom());
        else
            polygon << QPointF(area().left(), std::max(low.y(), ceiling)) << area().bottomLeft();
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
    const double ridge = slowest > 0 ? xOf(roof.sustained_flops / slowest) : area().left();
    if (ridge < area().right())
        fill(QRectF(QPointF(std::max(ridge, area().left()), ceiling), area().bottomRight()), RoofBound::compute);
}

/// Roofs and operating point of another analysis: hollow, under the present one.
void RooflineChart::drawOther(QPainter& painter, const Roofline& other, QPen pen) const
{
    const Roof& roof = other.roof;
    const QCPRange x = plot()->xAxis->range();
    painter.save();
    painter.setClipRect(area());
    painter.setRenderHint(QPainter::Antialiasing);
    const auto line = [&](RoofBound bound, const QPointF& from, const QPointF& to) {
        pen.setColor(quantityColor(quantityOf(bound), themeMode()));
        painter.setPen(pen);
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
    painter.restore();
    drawDot(painter, other);
}

/// Where another job is.
void RooflineChart::drawDot(QPainter& painter, const Roofline& other) const
{
    const auto at = pixelOf(pointOf(other));
    if (!at)
        return;
    painter.save();
    painter.setClipRect(area());
    drawRing(painter, *at, 6, QPen(colors().text, 1.6), themeMode());
    painter.restore();
}

void RooflineChart::drawMarks(QPainter& painter) const
{
    painter.save();
    painter.setClipRect(area());
    painter.setRenderHint(QPainter::Antialiasing);
    drawCeilings(painter);
    drawPoint(painter);
    const std::vector<Label> names = labels();
    drawLeaderOfPoint(painter, names);
    for (const Label& label : names)
        drawLabel(painter, label, themeMode());
    painter.restore();
}

/// The points at which the step's intensities meet their roofs.
void RooflineChart::drawCeilings(QPainter& painter) const
{
    for (const Mark& mark : marks(analysis().roofline.roof)) {
        const QPointF at = pixel(mark.intensity, mark.ceiling);
        const QColor color = quantityColor(quantityOf(mark.roof), themeMode());
        painter.setPen(QPen(color, 1, Qt::DotLine));
        painter.drawLine(at, QPointF(at.x(), area().bottom()));
        drawRing(painter, at, 4, QPen(color, 1.8), themeMode());
    }
}

/// From the point to its name, where that is not beside it.
void RooflineChart::drawLeaderOfPoint(QPainter& painter, const std::vector<Label>& labels) const
{
    const auto at = pixelOf(m_point);
    if (!at || labels.empty() || labels.front().font != fontOf(FontRole::strong))
        return;
    const QRectF name = labels.front().box.boundingRect();
    const QPointF to(std::clamp(at->x(), name.left(), name.right()), std::clamp(at->y(), name.top(), name.bottom()));
    constexpr double beside = 14;
    if (QLineF(*at, to).length() > beside)
        drawLeader(painter, *at, to, colors().text);
}

/// The operating point with its trail and its way to the roof.
void RooflineChart::drawPoint(QPainter& painter) const
{
    const auto at = pixelOf(m_point);
    if (!at)
        return;
    const QPointF here = *at;
    const QPointF goal = pixel(m_point.intensity, m_point.attainable);
    QPointF previous;
    for (std::size_t i = 0; i < m_trail.size(); ++i) {
        const QPointF past = pixel(m_trail[i].intensity, m_trail[i].achieved);
        QColor faded = colors().text;
        faded.setAlphaF(0.4F * float(i + 1) / float(m_trail.size()));
        painter.setPen(QPen(faded, 2));
        if (i > 0)
            painter.drawLine(previous, past);
        painter.setPen(Qt::NoPen);
        painter.setBrush(faded);
        painter.drawEllipse(past, 3, 3);
        previous = past;
    }
    if (here.y() - goal.y() > 16) {
        painter.setPen(QPen(colors().text, 1.5));
        painter.drawLine(here, goal + QPointF(0, 2));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors().text);
        painter.drawPolygon(QPolygonF{goal + QPointF(0, 2), goal + QPointF(-4, 10), goal + QPointF(4, 10)});
    }
    painter.setPen(QPen(colors().panel, 2));
    painter.setBrush(colors().text);
    painter.drawEllipse(here, 6, 6);
    if (analysis().measured.flops > 0)
        drawMeasuredMark(painter, pixel(m_point.intensity, analysis().measured.flops), themeMode());
}

QStringList RooflineChart::readout() const
{
    if (!hovered().isOn())
        return {};
    const Roof& roof = analysis().roofline.roof;
    const double x = plot()->xAxis->pixelToCoord(hovered().at().x());
    QStringList lines{toQString(x, Unit::flops_per_byte)};
    const auto add = [&](const QString& words, double flops) {
        if (flops > 0)
            lines << words.arg(toQString(flops, Unit::flops_per_second));
    };
    add(tr("compute roof %1"), roof.sustained_flops);
    add(tr("memory roof %1"), roof.memory_bandwidth * x);
    add(tr("network roof %1"), roof.network_bandwidth * x);
    return lines;
}

void RooflineChart::drawHover(QPainter& painter) const
{
    if (hovered().isOn())
        drawCursorLine(painter, hovered().at().x(), {area()}, themeMode());
    drawReadoutIn(painter, area());
}

} // namespace kneepoint
