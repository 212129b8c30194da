// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/parity_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <QMenu>
#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <limits>

namespace kneepoint {
namespace {

constexpr double marker_size = 6;
constexpr double reach = 10;        ///< maximum distance in pixels for selecting a marker
constexpr double guide_error = 0.2; ///< the dashed lines beside parity

} // namespace

ParityChart::ParityChart(QWidget* parent)
    : Chart(tr("Validation"), parent)
{
    QCustomPlot& p = *plot();
    for (QCPAxis* axis : {p.xAxis, p.yAxis})
        axis->setScaleType(QCPAxis::stLogarithmic);
    p.xAxis->setTicker(quantityLogTicker(Unit::seconds, p.xAxis));
    p.xAxis->setLabel(tr("Measured step time"));
    for (QCPGraph*& graph : m_graphs) {
        graph = p.addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setAdaptiveSampling(false);
    }
    addPainting(p, "grid", [this](QPainter& painter) { drawGuides(painter); });
    addPainting(p, "main", [this](QPainter& painter) {
        if (hasAnalysis())
            drawScenario(painter);
        const double line = lineHeight(plot()->font());
        m_legend.draw(painter, {area().left(), 4, area().width(), line}, plot()->font(), themeMode());
    });
    setRatio(false);
    applyStyle();
}

void ParityChart::setPoints(std::vector<const ParityPoint*> points)
{
    m_points = std::move(points);
    forgetHover();
    if (std::ranges::find(m_points, m_selected) == m_points.end())
        m_selected = nullptr;
    refresh();
}

void ParityChart::setRatio(bool ratio)
{
    m_ratio = ratio;
    plot()->yAxis->setTicker(ratio ? quantityLogTicker(Unit::factor) : quantityLogTicker(Unit::seconds));
    plot()->yAxis->setLabel(ratio ? tr("Predicted / measured") : tr("Predicted step time"));
    resetRanges();
    refresh();
}

void ParityChart::select(const ParityPoint* point)
{
    m_selected = point;
    replot();
}

ParityChart::Group ParityChart::groupOf(const ParityPoint& point) const
{
    if (!point.row.gate)
        return Group::suspect;
    const bool same_kind = hasAnalysis() && !point.kind.empty() && point.kind == analysis().prediction_interval.kind;
    return same_kind ? Group::near_here : Group::other;
}

double ParityChart::heightOf(double measured_s, double predicted_s) const
{
    return m_ratio ? predicted_s / measured_s : predicted_s;
}

QPointF ParityChart::placeOf(const ParityPoint& point) const
{
    return {xOf(point.row.measured_s), yOf(heightOf(point.row.measured_s, point.row.predicted_s))};
}

void ParityChart::present(const Analysis&)
{
    std::array<QVector<QCPGraphData>, group_count> groups;
    for (const ParityPoint* point : m_points)
        groups[static_cast<std::size_t>(groupOf(*point))].append(
            {point->row.measured_s, heightOf(point->row.measured_s, point->row.predicted_s)});
    for (std::size_t i = 0; i < group_count; ++i)
        m_graphs[i]->data()->set(groups[i]);
    updateLegend();
    fitAxes();
}

void ParityChart::fitAxes()
{
    constexpr double margin = 1.4;
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    double widest = 1 + guide_error;
    for (const ParityPoint* point : m_points) {
        const auto [low, high] = std::minmax(point->row.measured_s, point->row.predicted_s);
        least = std::min(least, low);
        most = std::max(most, high);
        widest = std::max(widest, high / low);
    }
    if (!(most > 0)) {
        least = 0.1;
        most = 100;
    }
    fitAxis(*plot()->xAxis, least / margin, most * margin);
    if (m_ratio)
        fitAxis(*plot()->yAxis, 1 / (widest * 1.1), widest * 1.1);
    else
        fitAxis(*plot()->yAxis, least / margin, most * margin);
}

std::string ParityChart::describe(const Analysis&) const
{
    return paritySentence(m_points);
}

void ParityChart::restyle()
{
    QColor faint = colors().muted;
    faint.setAlphaF(0.45F);
    const std::array<QCPScatterStyle, group_count> styles{
        QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(colors().accent), QBrush(colors().accent), marker_size),
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(faint), QBrush(Qt::NoBrush), marker_size),
        QCPScatterStyle(QCPScatterStyle::ssCross, QPen(colors().warning), QBrush(Qt::NoBrush), marker_size)};
    for (std::size_t i = 0; i < group_count; ++i)
        m_graphs[i]->setScatterStyle(styles[i]);
    updateLegend();
    const int line = static_cast<int>(lineHeight(plot()->font()));
    plot()->axisRect()->setMinimumMargins({0, line + 12, 12, 0});
}

void ParityChart::updateLegend()
{
    const auto patch = [](const QString& label, const QColor& color) {
        return Legend::Entry{label, QPen(Qt::NoPen), QBrush(color)};
    };
    std::vector<Legend::Entry> entries;
    if (hasAnalysis() && !analysis().prediction_interval.kind.empty())
        entries.push_back(
            patch(tr("like this scenario: %1").arg(toQString(analysis().prediction_interval.kind)), colors().accent));
    entries.push_back(patch(tr("other runs"), colors().muted));
    entries.push_back(patch(tr("excluded (suspect data)"), colors().warning));
    m_legend.setEntries(std::move(entries));
}

/// Parity, and a fifth too slow or too fast.
void ParityChart::drawGuides(QPainter& painter) const
{
    const QCPRange range = plot()->xAxis->range();
    painter.save();
    painter.setClipRect(area());
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double factor : {1 / (1 + guide_error), 1.0, 1 + guide_error}) {
        const auto at = [&](double measured) {
            return QPointF(xOf(measured), yOf(heightOf(measured, measured * factor)));
        };
        painter.setPen(factor == 1.0 ? QPen(colors().text, 1.5) : QPen(colors().muted, 1, Qt::DashLine));
        painter.drawLine(at(range.lower), at(range.upper));
    }
    painter.restore();
}

/// The open scenario: its prediction, and where its measurement is expected.
void ParityChart::drawScenario(QPainter& painter) const
{
    const PredictionInterval& interval = analysis().prediction_interval;
    const double step = analysis().step.step_s;
    const auto at = [&](double measured) { return QPointF(xOf(measured), yOf(heightOf(measured, step))); };
    if (interval.rows <= 0 || !area().contains(at(step)))
        return;
    painter.save();
    painter.setClipRect(area());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().text, 3));
    painter.drawLine(at(interval.low_s), at(interval.high_s));
    drawRing(painter, at(step), marker_size, painter.pen(), themeMode());
    const QFont strong = fontOf(FontRole::strong);
    const QString words = tr("this scenario, %1").arg(toQString(step, Unit::seconds));
    QRectF place(at(interval.high_s) + QPointF(8, 4), textSize(strong, words) + QSizeF(8, 0));
    drawTag(painter, pushedInside(place, area()), words, strong, colors().text, themeMode());
    painter.restore();
}

int ParityChart::pointAt(const QPointF& at) const
{
    int nearest = -1;
    double least = reach * reach;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF away = placeOf(*m_points[i]) - at;
        if (const double distance = QPointF::dotProduct(away, away); distance < least) {
            least = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

Hit ParityChart::hitAt(const QPointF& at)
{
    const int point = pointAt(at);
    if (point < 0)
        return {};
    return {.part = point, .cursor = Qt::PointingHandCursor, .click = [this, point] {
                emit pointPicked(m_points[static_cast<std::size_t>(point)]);
            }};
}

QStringList ParityChart::readout() const
{
    if (!hovered().isOn())
        return {};
    const ParityPoint& p = *m_points[hovered().index()];
    return {toQString(p.row.id),
        tr("%1, %2 GPUs, %3").arg(toQString(p.gpu), toQString(p.gpus, Unit::none), toQString(p.layout)),
        toQString(p.stack), tr("measured %1").arg(toQString(p.row.measured_s, Unit::seconds)),
        tr("predicted %1, %2 to %3")
            .arg(toQString(p.row.predicted_s, Unit::seconds), toQString(p.row.low_s, Unit::seconds),
                toQString(p.row.high_s, Unit::seconds)),
        tr("click to select it, again to open it")};
}

void ParityChart::drawHover(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors().text, 2));
    for (const ParityPoint* point : {m_selected, hovered().isOn() ? m_points[hovered().index()] : nullptr})
        if (point)
            painter.drawEllipse(placeOf(*point), marker_size, marker_size);
    Chart::drawHover(painter);
}

void ParityChart::extendMenu(QMenu& menu)
{
    addChoice(menu, tr("Predicted / measured"), m_ratio, [this] { setRatio(!m_ratio); });
}

std::string ParityChart::csv() const
{
    CsvTable table{
        {"run", "series", "gpu", "gpus", "stack", "layout", "measured_s", "predicted_s", "low_s", "high_s", "counted"},
        1, {}};
    for (const ParityPoint* p : m_points)
        table.add(p->row.id, p->row.series, p->gpu, p->gpus, p->stack, p->layout, p->row.measured_s, p->row.predicted_s,
            p->row.low_s, p->row.high_s, p->row.gate);
    return csvText(table);
}

} // namespace kneepoint
