// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/breakdown_chart.h"

#include "model/explore/sentences.h"
#include "widgets/charts/labels.h"
#include "widgets/charts/painting.h"
#include "widgets/charts/tickers.h"

#include <QMenu>
#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double bar_width = 0.72;
constexpr double negligible_share = 1e-4;
constexpr double triangle_size = 7;

QString text(double value, Unit unit)
{
    return QString::fromStdString(formatQuantity(value, unit));
}

QString utf8(std::string_view words)
{
    return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

Part partAt(std::size_t i)
{
    return static_cast<Part>(i);
}

QCPBars* addBars(QCustomPlot& plot, QCPBars* below)
{
    auto* bars = new QCPBars(plot.xAxis, plot.yAxis);
    bars->setWidth(bar_width);
    bars->setAntialiasedFill(false);
    bars->setSelectable(QCP::stNone);
    bars->setPen(Qt::NoPen);
    if (below)
        bars->moveAbove(below);
    return bars;
}

} // namespace

BreakdownChart::BreakdownChart(QWidget* parent)
    : Chart(parent)
    , m_ticker(new QCPAxisTickerText)
{
    QCustomPlot& p = *plot();
    QCPBars* exposed = nullptr;
    QCPBars* hidden = nullptr;
    for (PartBars& part : m_parts) {
        part.exposed = exposed = addBars(p, exposed);
        part.hidden = hidden = addBars(p, hidden);
    }
    p.xAxis->setTicker(m_ticker);
    p.xAxis->grid()->setVisible(false);
    p.xAxis->setLabel(tr("Data-parallel workers K"));
    p.axisRect()->setAutoMargins(QCP::msNone);
    p.axisRect()->setRangeDrag(Qt::Horizontal);
    p.axisRect()->setRangeZoom(Qt::Horizontal);
    addPainting(p, "main", [this](QPainter& painter) {
        if (!hasAnalysis())
            return;
        if (painter.paintEngine()->type() == QPaintEngine::Picture)
            drawHiddenAsLines(painter);
        drawBase(painter);
        drawTotals(painter);
        drawCurrent(painter);
        m_legend.draw(painter, legendRow(), plot()->font(), themeMode());
    });
    addPainting(p, "overlay", [this](QPainter& painter) { drawHover(painter); });
    setTheme(themeMode());
}

BreakdownChart::Measure BreakdownChart::measure() const
{
    const bool strong = analysis().scenario.workload.scaling == Scaling::strong;
    return m_measure.value_or(strong ? Measure::share : Measure::seconds);
}

void BreakdownChart::setMeasure(std::optional<Measure> measure)
{
    m_measure = measure;
    resetZoom();
}

const QCPBars* BreakdownChart::exposedBars(Part part) const
{
    return m_parts[static_cast<std::size_t>(part)].exposed;
}

const QCPBars* BreakdownChart::hiddenBars(Part part) const
{
    return m_parts[static_cast<std::size_t>(part)].hidden;
}

double BreakdownChart::scaleOf(const ScalePoint& point) const
{
    if (measure() == Measure::seconds)
        return 1;
    return point.step.step_s > 0 ? 1 / point.step.step_s : 0;
}

double BreakdownChart::exposedShown(const ScalePoint& point) const
{
    double sum = 0;
    for (std::size_t i = 0; i < part_count; ++i)
        sum += m_parts[i].shown ? point.step.parts[i].exposed_s : 0;
    return sum * scaleOf(point);
}

double BreakdownChart::hiddenShown(const ScalePoint& point) const
{
    double sum = 0;
    for (std::size_t i = 0; i < part_count; ++i)
        sum += m_parts[i].shown ? point.step.parts[i].hidden_s : 0;
    return sum * scaleOf(point);
}

void BreakdownChart::present(const Analysis& a)
{
    fillBars(a);
    updateTicks(a);
    fit(a);
}

std::string BreakdownChart::describe(const Analysis& a) const
{
    return breakdownSentence(a);
}

void BreakdownChart::fillBars(const Analysis& a)
{
    bool legend_changed = false;
    const auto count = static_cast<qsizetype>(a.breakdown.size());
    for (std::size_t i = 0; i < part_count; ++i) {
        PartBars& part = m_parts[i];
        QVector<QCPBarsData> exposed;
        QVector<QCPBarsData> hidden;
        exposed.reserve(count);
        hidden.reserve(count);
        double greatest = 0;
        double greatest_hidden = 0;
        for (qsizetype bar = 0; bar < count; ++bar) {
            const ScalePoint& point = a.breakdown[static_cast<std::size_t>(bar)];
            const PartTime& time = point.step.parts[i];
            exposed.append({double(bar), time.exposed_s * scaleOf(point)});
            hidden.append({double(bar), -time.hidden_s * scaleOf(point)});
            const double step = std::max(point.step.step_s, 1e-300);
            greatest = std::max(greatest, time.total_s() / step);
            greatest_hidden = std::max(greatest_hidden, time.hidden_s / step);
        }
        const bool present = greatest > negligible_share;
        legend_changed |= present != part.present;
        part.present = present;
        part.exposed->data()->set(part.shown && present ? exposed : QVector<QCPBarsData>(), true);
        part.hidden->data()->set(part.shown && present ? hidden : QVector<QCPBarsData>(), true);
        part.exposed->setVisible(part.shown && present);
        const bool hides = part.shown && greatest_hidden > negligible_share;
        legend_changed |= hides != part.hidden->visible();
        part.hidden->setVisible(hides);
    }
    if (legend_changed)
        updateLegend();
}

void BreakdownChart::updateTicks(const Analysis& a)
{
    const int count = static_cast<int>(a.breakdown.size());
    const QMargins margins = plot()->axisRect()->margins();
    const int width = plot()->viewport().width() - margins.left() - margins.right();
    const double slot = double(width) / std::max(1, count);
    const double label = textSize(plot()->font(), QStringLiteral("1024")).width() + 6;
    const int stride = std::max(1, static_cast<int>(std::ceil(label / std::max(slot, 1.0))));
    m_ticker->clear();
    const int current = currentBar();
    for (int bar = 0; bar < count; ++bar)
        if (bar == current || (bar % stride == 0 && std::abs(bar - current) >= stride))
            m_ticker->addTick(bar, text(a.breakdown[static_cast<std::size_t>(bar)].workers, Unit::none));
    if (m_ticked == measure())
        return;
    m_ticked = measure();
    const bool seconds = m_ticked == Measure::seconds;
    plot()->yAxis->setTicker(quantityTicker(seconds ? Unit::seconds : Unit::ratio));
    plot()->yAxis->setLabel(seconds ? tr("Time per step (s)") : tr("Share of step time (%)"));
}

void BreakdownChart::fit(const Analysis& a)
{
    double above = 0;
    double below = 0;
    for (const ScalePoint& point : a.breakdown) {
        above = std::max(above, exposedShown(point));
        below = std::max(below, hiddenShown(point));
    }
    if (!(above > 0))
        above = 1;
    fitAxis(*plot()->xAxis, -0.6, double(std::max<std::size_t>(1, a.breakdown.size())) - 0.4);
    fitAxis(*plot()->yAxis, -below * 1.1, above * 1.02);
}

void BreakdownChart::updateLegend()
{
    std::vector<Legend::Entry> entries;
    m_legend_parts.clear();
    for (std::size_t i = 0; i < part_count; ++i) {
        if (!m_parts[i].present)
            continue;
        m_legend_parts.push_back(partAt(i));
        entries.push_back({utf8(partLabel(partAt(i))), QPen(Qt::NoPen),
            exposedBrush(quantityOf(partAt(i)), themeMode()), m_parts[i].shown});
    }
    const bool any_hidden =
        std::any_of(m_parts.begin(), m_parts.end(), [](const PartBars& part) { return part.hidden->visible(); });
    if (any_hidden)
        entries.push_back(
            {tr("hatched: hidden behind compute"), QPen(Qt::NoPen), hiddenBrush(Quantity::overhead, themeMode())});
    m_legend.setEntries(std::move(entries));
}

void BreakdownChart::restyle()
{
    for (std::size_t i = 0; i < part_count; ++i) {
        m_parts[i].exposed->setBrush(exposedBrush(quantityOf(partAt(i)), themeMode()));
        m_parts[i].hidden->setBrush(hiddenBrush(quantityOf(partAt(i)), themeMode()));
    }
    updateLegend();
    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    plot()->axisRect()->setMargins(
        {metrics.horizontalAdvance(QStringLiteral("1.25 ms")) + line + 16, 2 * line + 16, 16, 2 * line + 16});
    plot()->xAxis->setTickPen(Qt::NoPen);
}

QRectF BreakdownChart::area() const
{
    return plot()->axisRect()->rect();
}

QRectF BreakdownChart::legendRow() const
{
    const double line = textSize(plot()->font(), QStringLiteral("0")).height();
    return {area().left(), 4, area().width(), line};
}

QRectF BreakdownChart::barRect(int bar) const
{
    const ScalePoint& point = analysis().breakdown[static_cast<std::size_t>(bar)];
    const QPointF top_left(
        plot()->xAxis->coordToPixel(bar - bar_width / 2), plot()->yAxis->coordToPixel(exposedShown(point)));
    const QPointF bottom_right(
        plot()->xAxis->coordToPixel(bar + bar_width / 2), plot()->yAxis->coordToPixel(-hiddenShown(point)));
    return {top_left, bottom_right};
}

QPointF BreakdownChart::barPosition(double workers) const
{
    return {plot()->xAxis->coordToPixel(barNear(workers)), plot()->yAxis->coordToPixel(0)};
}

int BreakdownChart::barNear(double workers) const
{
    int nearest = -1;
    double least = 0;
    for (std::size_t i = 0; i < analysis().breakdown.size(); ++i) {
        const double distance = std::abs(std::log(analysis().breakdown[i].workers / workers));
        if (nearest < 0 || distance < least) {
            nearest = static_cast<int>(i);
            least = distance;
        }
    }
    return nearest;
}

int BreakdownChart::barAt(const QPointF& at) const
{
    if (!area().contains(at))
        return -1;
    const double x = plot()->xAxis->pixelToCoord(at.x());
    const int bar = static_cast<int>(std::lround(x));
    const bool exists = bar >= 0 && bar < static_cast<int>(analysis().breakdown.size());
    return exists && std::abs(x - bar) <= bar_width / 2 ? bar : -1;
}

void BreakdownChart::drawBase(QPainter& painter) const
{
    const double base = plot()->yAxis->coordToPixel(0);
    const Theme& colors = theme(themeMode());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors.text, 1));
    painter.drawLine(QPointF(area().left(), base), QPointF(area().right(), base));
}

void BreakdownChart::drawHiddenAsLines(QPainter& painter) const
{
    constexpr double distance = 6;
    const auto& bars = analysis().breakdown;
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t bar = 0; bar < bars.size(); ++bar) {
        double beneath = 0;
        for (std::size_t i = 0; i < part_count; ++i) {
            const double hidden =
                m_parts[i].hidden->visible() ? bars[bar].step.parts[i].hidden_s * scaleOf(bars[bar]) : 0;
            if (!(hidden > 0))
                continue;
            const auto x = [&](double side) { return plot()->xAxis->coordToPixel(double(bar) + side * bar_width / 2); };
            const QRectF rect(QPointF(x(-1), plot()->yAxis->coordToPixel(-beneath)),
                QPointF(x(1), plot()->yAxis->coordToPixel(-beneath - hidden)));
            beneath += hidden;
            const Quantity quantity = quantityOf(partAt(i));
            painter.fillRect(rect, hiddenGround(quantity, themeMode()));
            painter.setPen(QPen(quantityColor(quantity, themeMode()), 1));
            for (double d = distance; d < rect.width() + rect.height(); d += distance)
                painter.drawLine(rect.topLeft() + QPointF(std::max(0.0, d - rect.height()), std::min(d, rect.height())),
                    rect.topLeft() + QPointF(std::min(d, rect.width()), std::max(0.0, d - rect.width())));
        }
    }
}

void BreakdownChart::drawTotals(QPainter& painter) const
{
    const QFont font = plot()->font();
    const QFont strong = roleFont(font, FontRole::strong);
    painter.setPen(theme(themeMode()).text);
    const int current = currentBar();
    LabelPlacer placer(area());
    const auto draw = [&](int bar) {
        const QRectF rect = barRect(bar);
        const QFont& used = bar == current ? strong : font;
        const QString words = text(analysis().breakdown[static_cast<std::size_t>(bar)].step.step_s, Unit::seconds);
        const QSizeF size = textSize(used, words);
        const QRectF place(QPointF(rect.center().x() - size.width() / 2, rect.top() - size.height() - 3), size);
        if (place.left() < area().left() || place.right() > area().right() || !placer.isFree(place))
            return;
        placer.block(place.adjusted(-3, 0, 3, 0));
        painter.setFont(used);
        painter.drawText(place, Qt::AlignCenter, words);
    };
    if (current >= 0)
        draw(current);
    for (int bar = 0; bar < static_cast<int>(analysis().breakdown.size()); ++bar)
        if (bar != current)
            draw(bar);
}

void BreakdownChart::drawCurrent(QPainter& painter) const
{
    const int bar = currentBar();
    if (bar < 0)
        return;
    const QRectF rect = barRect(bar);
    if (rect.left() < area().left() || rect.right() > area().right())
        return;
    const Theme& colors = theme(themeMode());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors.text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-2, -1, 2, 1));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.panel, 1));
    painter.setBrush(colors.text);
    const QPointF at(rect.center().x(), area().bottom());
    painter.drawPolygon(QPolygonF{
        at + QPointF(0, -2 * triangle_size), at + QPointF(triangle_size, 0), at + QPointF(-triangle_size, 0)});
}

void BreakdownChart::click(const QPointF& at)
{
    const int entry = m_legend.entryAt(at);
    if (entry >= 0 && entry < static_cast<int>(m_legend_parts.size())) {
        PartBars& part = m_parts[static_cast<std::size_t>(m_legend_parts[static_cast<std::size_t>(entry)])];
        part.shown = !part.shown;
        updateLegend();
        present(analysis());
        replot();
    } else if (const int bar = barAt(at); bar >= 0) {
        emit workersPicked(analysis().breakdown[static_cast<std::size_t>(bar)].workers);
    }
}

void BreakdownChart::hover(const QPointF& at)
{
    const int bar = barAt(at);
    plot()->setCursor(bar >= 0 || m_legend.entryAt(at) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_pointer = at;
    m_inside = bar >= 0;
    setHoveredWorkers(m_inside ? analysis().breakdown[static_cast<std::size_t>(bar)].workers : 0);
}

void BreakdownChart::leave()
{
    m_inside = false;
    setHoveredWorkers(0);
}

QStringList BreakdownChart::readout() const
{
    const int bar = m_inside && cursor() > 0 ? barNear(cursor()) : -1;
    if (bar < 0)
        return {};
    const ScalePoint& point = analysis().breakdown[static_cast<std::size_t>(bar)];
    QStringList lines{
        tr("K = %1: step %2").arg(text(point.workers, Unit::none), text(point.step.step_s, Unit::seconds))};
    const double step = point.step.step_s;
    for (std::size_t i = 0; i < part_count; ++i) {
        const PartTime& time = point.step.parts[i];
        const QString label = utf8(partLabel(partAt(i)));
        if (step > 0 && time.exposed_s > negligible_share * step)
            lines << tr("%1: %2, %3")
                         .arg(label, text(time.exposed_s, Unit::seconds), text(time.exposed_s / step, Unit::ratio));
        if (step > 0 && time.hidden_s > negligible_share * step)
            lines << tr("%1, hidden: %2, %3")
                         .arg(label, text(time.hidden_s, Unit::seconds), text(time.hidden_s / step, Unit::ratio));
    }
    return lines;
}

void BreakdownChart::drawHover(QPainter& painter) const
{
    if (!hasAnalysis() || !(cursor() > 0))
        return;
    const int bar = barNear(cursor());
    if (bar < 0)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(themeMode()).accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(barRect(bar).adjusted(-2, -1, 2, 1));
    if (m_inside)
        drawReadout(painter, plot()->rect(), m_pointer, readout(), plot()->font(), themeMode());
}

void BreakdownChart::extendMenu(QMenu& menu)
{
    const auto add = [this, &menu](const QString& name, Measure choice) {
        QAction* action = menu.addAction(name, this, [this, choice] { setMeasure(choice); });
        action->setCheckable(true);
        action->setChecked(measure() == choice);
    };
    add(tr("Seconds"), Measure::seconds);
    add(tr("Share of step"), Measure::share);
}

std::string BreakdownChart::csv() const
{
    std::string rows = "workers,step_s";
    for (std::size_t i = 0; i < part_count; ++i)
        rows += fmt::format(",{0}_exposed_s,{0}_hidden_s", partId(partAt(i)));
    rows += '\n';
    for (const ScalePoint& point : analysis().breakdown) {
        rows += fmt::format("{},{}", point.workers, point.step.step_s);
        for (const PartTime& time : point.step.parts)
            rows += fmt::format(",{},{}", time.exposed_s, time.hidden_s);
        rows += '\n';
    }
    return rows;
}

} // namespace kneepoint
