// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/worker_bars.h"

#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double bar_width = 0.72;
constexpr double legend_left = 8;

} // namespace

WorkerBarsChart::WorkerBarsChart(const QString& title, QWidget* parent)
    : Chart(title, parent)
    , m_ticker(new QCPAxisTickerText)
{
    QCustomPlot& p = *plot();
    p.xAxis->setTicker(m_ticker);
    p.xAxis->grid()->setVisible(false);
    p.xAxis->setLabel(tr("Data-parallel workers K"));
    zoomAcross(*p.axisRect());
    paint("legend", [this](QPainter& painter) {
        if (painter.paintEngine()->type() == QPaintEngine::Picture)
            drawHidden(painter);
        drawBase(painter);
        const auto others = beside();
        for (std::size_t i = 0; i < others.size(); ++i)
            if (others[i].analysis)
                drawOutlines(painter, *others[i].analysis,
                    QPen(i == previewed ? colors().accent : colors().text, 1.3, others[i].pen.style()),
                    i == previewed ? 2 : 3);
        LabelPlacer placer(area());
        drawMore(painter, placer);
        drawTotals(painter, placer);
        drawCurrent(painter);
        const double line = lineHeight(plot()->font());
        if (!m_legend.entries().empty())
            m_legend.draw(painter, {legend_left, 4, plot()->viewport().width() - 2 * legend_left, line}, plot()->font(),
                themeMode());
    });
}

QCPBars* WorkerBarsChart::addBars(QCPBars* below)
{
    auto* bars = new QCPBars(plot()->xAxis, plot()->yAxis);
    bars->setWidth(bar_width);
    bars->setAntialiasedFill(false);
    bars->setSelectable(QCP::stNone);
    bars->setPen(Qt::NoPen);
    if (below)
        bars->moveAbove(below);
    return bars;
}

void WorkerBarsChart::fitBars(const Analysis& a, double at_least)
{
    WorkerBarsChart::restyle();
    updateTicks(a);
    double above = at_least;
    double below = 0;
    const auto reach = [&](const Analysis& other) {
        for (const ScalePoint& point : other.breakdown)
            for (const Piece& piece : pieces(point)) {
                above = std::max(above, piece.to);
                below = std::min(below, piece.to);
            }
    };
    reach(a);
    for (const Beside& other : beside())
        if (other.analysis)
            reach(*other.analysis);
    if (!(above > 0))
        above = 1;
    fitAxis(*plot()->xAxis, -0.6, double(std::max<std::size_t>(1, a.breakdown.size())) - 0.4);
    constexpr double room_for_the_triangle = 0.045;
    fitAxis(*plot()->yAxis, below - room_for_the_triangle * (above - below), above * 1.02);
}

void WorkerBarsChart::updateTicks(const Analysis& a)
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
            m_ticker->addTick(bar, toQString(a.breakdown[static_cast<std::size_t>(bar)].workers, Unit::none));
}

void WorkerBarsChart::restyle()
{
    m_legend.setRoom(plot()->viewport().height(), plot()->font());
    const int rows =
        m_legend.entries().empty() ? 0 : m_legend.rows(plot()->viewport().width() - 2 * legend_left, plot()->font());
    leaveRoom(QStringLiteral("1.25 ms"), (rows + 1) * QFontMetrics(plot()->font()).height() + 16, rightMargin());
    plot()->xAxis->setTickPen(Qt::NoPen);
}

QRectF WorkerBarsChart::barRect(int bar) const
{
    double above = 0;
    double below = 0;
    for (const Piece& piece : pieces(analysis().breakdown[static_cast<std::size_t>(bar)])) {
        above = std::max(above, piece.to);
        below = std::min(below, piece.to);
    }
    const QPointF top_left(xOf(bar - bar_width / 2), yOf(above));
    const QPointF bottom_right(xOf(bar + bar_width / 2), yOf(below));
    return {top_left, bottom_right};
}

QPointF WorkerBarsChart::barPosition(double workers) const
{
    return {xOf(barNear(workers)), yOf(0)};
}

int WorkerBarsChart::barNear(double workers) const
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

int WorkerBarsChart::barAt(const QPointF& at) const
{
    if (!area().contains(at))
        return -1;
    const double x = plot()->xAxis->pixelToCoord(at.x());
    const int bar = static_cast<int>(std::lround(x));
    const bool exists = bar >= 0 && bar < static_cast<int>(analysis().breakdown.size());
    return exists && std::abs(x - bar) <= bar_width / 2 ? bar : -1;
}

void WorkerBarsChart::markMeasured(QPainter& painter, double workers, double value) const
{
    const QPointF at(barPosition(workers).x(), yOf(value));
    const bool has_bar =
        std::ranges::any_of(analysis().breakdown, [&](const ScalePoint& p) { return p.workers == workers; });
    if (has_bar && area().contains(at))
        drawMeasuredMark(painter, at, themeMode());
}

void WorkerBarsChart::drawBase(QPainter& painter) const
{
    const double base = yOf(0);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors().text, 1));
    drawLevel(painter, base);
}

void WorkerBarsChart::drawPieces(QPainter& painter, const ScalePoint& point, double left, double right) const
{
    for (const Piece& piece : pieces(point)) {
        const QRectF rect = QRectF(QPointF(left, yOf(piece.from)), QPointF(right, yOf(piece.to))).normalized();
        fillArea(painter, rect, piece.fill, themeMode());
    }
}

/// The hatch for pictures in vector formats, which know no textures.
void WorkerBarsChart::drawHidden(QPainter& painter) const
{
    for (std::size_t bar = 0; bar < analysis().breakdown.size(); ++bar)
        drawPieces(
            painter, analysis().breakdown[bar], xOf(double(bar) - bar_width / 2), xOf(double(bar) + bar_width / 2));
}

std::optional<double> WorkerBarsChart::outlineTop(const Analysis& other, int bar) const
{
    constexpr double same = 0.01;
    const double workers = analysis().breakdown[static_cast<std::size_t>(bar)].workers;
    for (const ScalePoint& point : other.breakdown) {
        if (std::abs(workers / point.workers - 1) >= same)
            continue;
        double above = 0;
        for (const Piece& piece : pieces(point))
            above = std::max(above, piece.to);
        return yOf(above);
    }
    return std::nullopt;
}

/// What another scenario needs at the same K, around its bar.
void WorkerBarsChart::drawOutlines(QPainter& painter, const Analysis& other, const QPen& pen, double reach) const
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    for (int bar = 0; bar < static_cast<int>(analysis().breakdown.size()); ++bar) {
        const std::optional<double> top = outlineTop(other, bar);
        const double left = xOf(bar - bar_width / 2) - reach;
        const double right = xOf(bar + bar_width / 2) + reach;
        if (!top || left < area().left() || right > area().right())
            continue;
        const double base = yOf(0);
        painter.drawPolyline(
            QPolygonF{QPointF(left, base), QPointF(left, *top), QPointF(right, *top), QPointF(right, base)});
    }
}

double WorkerBarsChart::topOfTotal(int bar) const
{
    const QRectF rect = barRect(bar);
    double top = bar == currentBar() ? topOf(rect) : rect.top();
    for (const Beside& other : beside())
        if (other.analysis)
            top = std::min(top, outlineTop(*other.analysis, bar).value_or(top));
    return top;
}

void WorkerBarsChart::drawTotals(QPainter& painter, LabelPlacer& placer) const
{
    const QFont font = fontOf(FontRole::small);
    const QFont strong = roleFont(font, FontRole::strong);
    const int current = currentBar();
    const auto draw = [&](int bar) {
        const QFont& used = bar == current ? strong : font;
        const QString words = total(analysis().breakdown[static_cast<std::size_t>(bar)]);
        const QSizeF size = textSize(used, words);
        const QRectF place(
            QPointF(barRect(bar).center().x() - size.width() / 2, topOfTotal(bar) - size.height() - 4), size);
        if (place.left() < area().left() || place.right() > area().right() || !placer.isFree(place))
            return;
        placer.block(place.adjusted(-3, 0, 3, 0));
        drawTag(painter, place, words, used, bar == current ? colors().text : colors().muted, themeMode());
    };
    for (int bar = 0; bar < static_cast<int>(analysis().breakdown.size()); ++bar)
        placer.block(barRect(bar));
    if (current >= 0)
        draw(current);
    for (int bar = 0; bar < static_cast<int>(analysis().breakdown.size()); ++bar)
        if (bar != current)
            draw(bar);
}

QRectF WorkerBarsChart::currentRect() const
{
    const int bar = currentBar();
    if (bar < 0)
        return {};
    const QRectF rect = barRect(bar);
    return rect.left() < area().left() || rect.right() > area().right() ? QRectF() : rect;
}

void WorkerBarsChart::drawCurrent(QPainter& painter) const
{
    const QRectF rect = currentRect();
    if (rect.isEmpty())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors().text, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(-2, -1, 2, 1));
    WorkersTriangle{{rect.center().x(), area().bottom()}}.draw(painter, themeMode());
}

Hit WorkerBarsChart::hitAt(const QPointF& at)
{
    const int bar = barAt(at);
    const double workers = bar < 0 ? 0 : analysis().breakdown[static_cast<std::size_t>(bar)].workers;
    Hit hit = legendHit(m_legend, at).value_or(Hit{});
    hit.part = bar;
    hit.workers = workers;
    if (hit.click || bar < 0)
        return hit;
    const QString id = bar == currentBar() ? explanationAt(plot()->yAxis->pixelToCoord(at.y())) : QString();
    hit.cursor = Qt::PointingHandCursor;
    hit.click = [this, workers, id] { id.isEmpty() ? emit workersPicked(workers) : emit explained(id); };
    return hit;
}

QStringList WorkerBarsChart::readout() const
{
    const int bar = hovered().isOn() && cursor() > 0 ? barNear(cursor()) : -1;
    return bar < 0 ? QStringList() : readoutOf(analysis().breakdown[static_cast<std::size_t>(bar)]);
}

void WorkerBarsChart::drawHover(QPainter& painter) const
{
    const int bar = cursor() > 0 ? barNear(cursor()) : -1;
    if (bar < 0)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(barRect(bar).adjusted(-2, -1, 2, 1));
    Chart::drawHover(painter);
}

} // namespace kneepoint
