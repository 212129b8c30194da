// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/network_chart.h"

#include "model/results/sentences.h"
#include "widgets/charts/kit/curves.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <QMenu>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double smallest = 1024, largest = 4e9; ///< bytes, without measurements
constexpr int points = 120;
constexpr double headroom = 1.15; ///< above the highest rate

double sizeAt(const std::pair<double, double>& sizes, int point)
{
    return sizes.first * std::pow(sizes.second / sizes.first, static_cast<double>(point) / (points - 1));
}

} // namespace

NetworkChart::NetworkChart(QWidget* parent)
    : Chart(tr("Network"), parent)
{
    QCustomPlot& p = *plot();
    p.xAxis->setScaleType(QCPAxis::stLogarithmic);
    p.xAxis->setRange(smallest, largest);
    p.xAxis->setTicker(quantityLogTicker(Unit::bytes, p.xAxis));
    p.xAxis->setLabel(tr("Message size"));
    p.yAxis->setTicker(quantityTicker(Unit::bytes_per_second));
    p.yAxis->setLabel(tr("Bus bandwidth"));
    zoomAcross(*p.axisRect());
    m_band = addBand(p, p.xAxis, p.yAxis);
    m_ghost = addCurve(p, p.xAxis, p.yAxis);
    m_pinned = addCurve(p, p.xAxis, p.yAxis);
    m_predicted = addCurve(p, p.xAxis, p.yAxis);
    m_measured = addCurve(p, p.xAxis, p.yAxis);
    m_measured->setLineStyle(QCPGraph::lsNone);
    paint("main", [this](QPainter& painter) {
        if (m_line_Bps > 0)
            drawMarks(painter);
        else
            drawReason(painter);
    });
    showPointerLine();
    applyStyle();
}

/// The chosen collective, over most nodes; another one if the chosen one was not measured.
const MeasuredTransfer* NetworkChart::shown(const Analysis& of) const
{
    const std::vector<MeasuredTransfer>& all = of.measured.transfers;
    const auto found =
        std::ranges::find_if(all, [&](const MeasuredTransfer& t) { return t.group.operation == m_choice; });
    return all.empty() ? nullptr : found == all.end() ? &all.front() : &*found;
}

std::pair<double, double> NetworkChart::sizes(const Analysis& of) const
{
    const MeasuredTransfer* measured = shown(of);
    if (!measured)
        return {smallest, largest};
    return {std::min(measured->points.front().bytes, 1e6) / 2, std::max(measured->points.back().bytes, 1e9) * 2};
}

void NetworkChart::fill(QCPGraph& graph, const Analysis& of) const
{
    const CollectiveRate rate(of.scenario, of.calibration, m_group);
    QVector<QPointF> curve;
    for (int i = 0; i < points; ++i) {
        const double bytes = sizeAt(sizes(analysis()), i);
        curve.append({bytes, rate.busBps(bytes)});
    }
    setPoints(graph, curve);
}

void NetworkChart::fillBand(const Analysis& of)
{
    const CollectiveRate rate(of.scenario, of.calibration, m_group);
    std::vector<BandPoint> band;
    band.reserve(points);
    for (int i = 0; i < points; ++i) {
        const double bytes = sizeAt(sizes(of), i);
        const RateRange range = rate.range(bytes);
        band.push_back({bytes, range.low * rate.busBps(bytes), range.high * rate.busBps(bytes)});
    }
    setBand(m_band, band);
}

void NetworkChart::present(const Analysis& a)
{
    const MeasuredTransfer* measured = shown(a);
    m_group = measured ? measured->group : gradientGroup(a);
    m_bucket_bytes = sentBucketBytes(a);
    m_line_Bps = 0;
    for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis})
        axis->setVisible(m_group.ranks >= 2);
    for (QCPGraph* graph : {m_band.low, m_band.high, m_pinned, m_ghost, m_predicted, m_measured})
        graph->data()->clear();
    if (m_group.ranks < 2)
        return;
    const CollectiveRate rate(a.scenario, a.calibration, m_group);
    m_line_Bps = rate.lineBps();
    fill(*m_predicted, a);
    if (reference())
        fill(*m_pinned, *reference());
    if (ghost())
        fill(*m_ghost, *ghost());
    double top = std::max(m_line_Bps, m_predicted->data()->at(points - 1)->value);
    if (measured)
        for (const TransferPoint& p : measured->points) {
            m_measured->addData(p.bytes, rate.busBps(p.bytes, p.measured_s));
            top = std::max(top, rate.busBps(p.bytes, p.measured_s));
        }
    const auto [from, to] = sizes(a);
    fitAxis(*plot()->xAxis, from, to);
    fitAxis(*plot()->yAxis, 0, headroom * top);
    fillBand(a);
}

std::string NetworkChart::describe(const Analysis& a) const
{
    return transferSentence(a, shown(a));
}

void NetworkChart::choose(CollectiveOperation operation)
{
    m_choice = operation;
    resetRanges();
    refresh();
}

void NetworkChart::extendMenu(QMenu& menu)
{
    if (!hasAnalysis())
        return;
    for (const MeasuredTransfer& transfer : analysis().measured.transfers) {
        if (shown(analysis()) != &transfer && transfer.group.operation == m_group.operation)
            continue;
        addChoice(menu, toQString(groupLabel(transfer.group)), shown(analysis()) == &transfer,
            [this, operation = transfer.group.operation] { choose(operation); });
    }
}

void NetworkChart::restyle()
{
    const QFontMetrics metrics(plot()->font());
    leaveRoom(QStringLiteral("500 GB/s"), metrics.height() / 2 + 4, metrics.horizontalAdvance(QStringLiteral("10 GB")));
    const ThemeMode mode = themeMode();
    const QColor color = quantityColor(Quantity::data_comm, mode);
    m_predicted->setPen(quantityPen(Quantity::data_comm, mode, 2));
    m_pinned->setPen(QPen(color, 1, Qt::DashLine));
    m_ghost->setPen(QPen(color, 1));
    QColor band = color;
    band.setAlphaF(0.14F);
    m_band.high->setBrush(band);
}

std::vector<QPointF> NetworkChart::measuredMarks() const
{
    std::vector<QPointF> marks;
    for (const QCPGraphData& p : *m_measured->data())
        if (const QPointF at(xOf(p.key), yOf(p.value)); area().contains(at))
            marks.push_back(at);
    return marks;
}

void NetworkChart::drawReason(QPainter& painter) const
{
    painter.setFont(plot()->font());
    painter.setPen(colors().muted);
    painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap, sentence());
}

void NetworkChart::drawMarks(QPainter& painter) const
{
    const QFont font = plot()->font();
    LabelPlacer placer(area().adjusted(2, 2, -2, -2));
    blockCurve(placer, *m_predicted);
    blockCurve(placer, *m_measured);
    const auto tag = [&](const QString& words, const QColor& color, const Places& places) {
        drawName(painter, placer, {{words}, font, color}, themeMode(), places);
    };
    const double line_y = yOf(m_line_Bps);
    painter.setPen(QPen(colors().muted, 1, Qt::DotLine));
    drawLevel(painter, line_y);
    tag(tr("line rate %1").arg(toQString(m_line_Bps, Unit::bytes_per_second)), colors().muted, [&](const QSizeF& size) {
        return boxes(size, {area().left() + 6}, {line_y - size.height(), line_y + 2});
    });
    const double x = xOf(m_bucket_bytes);
    if (m_bucket_bytes > 0 && x > area().left() && x < area().right()) {
        painter.setPen(QPen(colors().muted, 1, Qt::DotLine));
        drawUpright(painter, x);
        tag(tr("bucket %1").arg(toQString(m_bucket_bytes, Unit::bytes)), colors().muted, [&](const QSizeF& size) {
            return boxes(size, {x + 6, x - 6 - size.width()}, {area().bottom() - size.height() - 4});
        });
    }
    const auto name = [&](const QCPGraph& curve, const QString& words, const QColor& color) {
        tag(words, color, [&](const QSizeF& size) {
            return placesBeside(curve, size, {0.6, 0.5, 0.7, 0.8, 0.4, 0.3, 0.9});
        });
    };
    for (const QPointF& at : measuredMarks())
        drawMeasuredMark(painter, at, themeMode());
    name(*m_predicted, tr("predicted"), quantityTextColor(Quantity::data_comm, themeMode()));
    if (!m_measured->data()->isEmpty())
        name(*m_measured, tr("◇ measured"), colors().text);
}

Hit NetworkChart::hitAt(const QPointF& at)
{
    return {.part = m_line_Bps > 0 && area().contains(at) ? 0 : -1};
}

QStringList NetworkChart::readout() const
{
    if (!hovered().isOn() || m_line_Bps <= 0)
        return {};
    double bytes = plot()->xAxis->pixelToCoord(hovered().at().x());
    const CollectiveRate rate(analysis().scenario, analysis().calibration, m_group);
    const MeasuredTransfer* measured = shown(analysis());
    constexpr double near = 0.1; // of the logarithm of the size
    const TransferPoint* point = nullptr;
    if (measured) {
        point = &*std::ranges::min_element(
            measured->points, {}, [bytes](const TransferPoint& p) { return std::abs(std::log(p.bytes / bytes)); });
        if (std::abs(std::log(point->bytes / bytes)) > near)
            point = nullptr;
    }
    bytes = point ? point->bytes : bytes;
    const auto line = [&](const QString& words, double seconds) {
        return words.arg(
            toQString(rate.busBps(bytes, seconds), Unit::bytes_per_second), toQString(seconds, Unit::seconds));
    };
    QStringList lines{tr("%1, %2").arg(toQString(groupLabel(m_group)), toQString(bytes, Unit::bytes)),
        line(tr("predicted %1, %2"), rate.seconds(bytes))};
    if (point)
        lines << line(tr("◇ measured %1, %2"), point->measured_s) << toQString(measured->source);
    return lines;
}

CsvTable NetworkChart::data(const Analysis& of) const
{
    CsvTable table{{"bytes", "predicted_s", "predicted_bytes_per_s", "measured_s", "measured_bytes_per_s"}, 1, {}};
    if (m_group.ranks < 2)
        return table;
    const CollectiveRate rate(of.scenario, of.calibration, m_group);
    const auto add = [&](double bytes, double measured_s) {
        table.add(bytes, rate.seconds(bytes), rate.busBps(bytes), measured_s > 0 ? fmt::to_string(measured_s) : "",
            measured_s > 0 ? fmt::to_string(rate.busBps(bytes, measured_s)) : "");
    };
    if (const MeasuredTransfer* measured = shown(analysis()))
        for (const TransferPoint& p : measured->points)
            add(p.bytes, p.measured_s);
    else
        for (int i = 0; i < points; ++i)
            add(sizeAt(sizes(analysis()), i), 0);
    return table;
}

} // namespace kneepoint
