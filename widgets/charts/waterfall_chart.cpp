// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_chart.h"

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

constexpr double bar_height = 0.66;      ///< of a row
constexpr double logarithmic_from = 5;   ///< ideal over predicted
constexpr double most_label_share = 0.4; ///< of the width, for the names of the losses

} // namespace

WaterfallChart::WaterfallChart(QWidget* parent)
    : Chart(parent)
{
    QCustomPlot& p = *plot();
    p.xAxis->setLabel(tr("Speedup (×)"));
    p.xAxis->setTicker(quantityTicker(Unit::factor));
    p.yAxis->setTicks(false);
    p.yAxis->setTickLabels(false);
    p.yAxis->grid()->setVisible(false);
    p.yAxis->setRangeReversed(true);
    p.axisRect()->setAutoMargins(QCP::msNone);
    p.axisRect()->setRangeDrag(Qt::Horizontal);
    p.axisRect()->setRangeZoom(Qt::Horizontal);
    addPainting(p, "main", [this](QPainter& painter) {
        if (!hasAnalysis())
            return;
        drawRows(painter);
        drawGhost(painter);
    });
    addPainting(p, "overlay", [this](QPainter& painter) { drawHover(painter); });
    setTheme(themeMode());
}

void WaterfallChart::present(const Analysis& a)
{
    m_waterfall = waterfall(a);
    m_pinned = reference() ? std::optional(waterfall(*reference())) : std::nullopt;
    m_hovered = -1;
    collectRows();
    restyle();
    chooseScale();
    fit();
}

std::string WaterfallChart::describe(const Analysis& a) const
{
    return waterfall(a).sentence;
}

/// Losses stay in the order of their parts; those of one part in the order in which they come.
void WaterfallChart::addRow(const Row& row)
{
    const auto twin = std::ranges::find(m_rows, row.id, &Row::id);
    if (twin == m_rows.end()) {
        m_rows.push_back(row);
        return;
    }
    if (row.fall)
        twin->fall = row.fall;
    if (row.pinned)
        twin->pinned = row.pinned;
}

void WaterfallChart::collectRows()
{
    struct Loss {
        const WaterfallBar* bar;
        bool pinned;
    };
    std::vector<Loss> losses;
    for (const WaterfallBar& bar : m_waterfall.bars)
        losses.push_back({&bar, false});
    if (m_pinned)
        for (const WaterfallBar& bar : m_pinned->bars)
            losses.push_back({&bar, true});
    std::ranges::stable_sort(losses, {}, [](const Loss& loss) { return loss.bar->part; });

    const auto total = [this](double of_shown, double of_pinned, std::string_view id, const QString& label) {
        Row row{id, label, std::nullopt, Fall{of_shown, 0, 0}, std::nullopt};
        if (m_pinned)
            row.pinned = Fall{of_pinned, 0, 0};
        m_rows.push_back(row);
    };
    m_rows.clear();
    total(m_waterfall.ideal, m_pinned ? m_pinned->ideal : 0, "ideal", tr("ideal"));
    for (const auto& [bar, pinned] : losses) {
        const Fall fall{bar->from, bar->to, bar->lost_s};
        Row row{bar->id, utf8(bar->label), quantityOf(bar->part), std::nullopt, std::nullopt};
        (pinned ? row.pinned : row.fall) = fall;
        addRow(row);
    }
    total(m_waterfall.predicted, m_pinned ? m_pinned->predicted : 0, "predicted", tr("predicted"));
}

bool WaterfallChart::isLogarithmic() const
{
    return plot()->xAxis->scaleType() == QCPAxis::stLogarithmic;
}

void WaterfallChart::chooseScale()
{
    const bool wanted = m_waterfall.predicted > 0 && m_waterfall.ideal >= logarithmic_from * m_waterfall.predicted;
    if (wanted == isLogarithmic() || (isInteracting() && !m_rows.empty() && plot()->xAxis->range().lower > 0))
        return;
    resetRanges();
    plot()->xAxis->setScaleType(wanted ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    plot()->xAxis->setTicker(wanted ? powerOfTwoTicker(QStringLiteral("×")) : quantityTicker(Unit::factor));
}

void WaterfallChart::fit()
{
    double most = m_waterfall.ideal;
    double least = m_waterfall.predicted;
    if (m_pinned) {
        most = std::max(most, m_pinned->ideal);
        least = std::min(least, m_pinned->predicted);
    }
    const double lower = std::exp2(std::floor(std::log2(std::max(least, most * 1e-6)) - 0.5));
    fitAxis(*plot()->xAxis, isLogarithmic() ? lower : 0, most * (isLogarithmic() ? 1.05 : 1.01));
    plot()->yAxis->setRange(-0.5, double(m_rows.size()) - 0.5);
}

void WaterfallChart::restyle()
{
    const QFont font = plot()->font();
    const int line = QFontMetrics(font).height();
    double widest = 0;
    for (const Row& row : m_rows)
        widest = std::max(widest, textSize(font, row.label).width());
    const double room = plot()->viewport().width() * most_label_share;
    plot()->axisRect()->setMargins({static_cast<int>(std::min(widest, room)) + 20, 8, 16, 2 * line + 16});
}

QRectF WaterfallChart::area() const
{
    return plot()->axisRect()->rect();
}

QRectF WaterfallChart::barRect(const Fall& fall, int row) const
{
    const auto x = [this](double speedup) {
        const double lower = plot()->xAxis->range().lower;
        return std::clamp(plot()->xAxis->coordToPixel(std::max(speedup, lower)), area().left(), area().right());
    };
    return {QPointF(x(fall.to), plot()->yAxis->coordToPixel(row - bar_height / 2)),
        QPointF(x(fall.from), plot()->yAxis->coordToPixel(row + bar_height / 2))};
}

QString WaterfallChart::sizeOf(const Row& row) const
{
    const double at = row.fall->from;
    if (row.quantity)
        return tr("−%1, %2").arg(text(at - row.fall->to, Unit::factor), text(row.fall->lost_s, Unit::seconds));
    if (row.id == "ideal" || !(m_waterfall.ideal > 1))
        return text(at, Unit::factor);
    return tr("%1, %2 of the ideal").arg(text(at, Unit::factor), text(at / m_waterfall.ideal, Unit::ratio));
}

QColor WaterfallChart::colorOf(const Row& row) const
{
    const Theme& colors = theme(themeMode());
    if (row.quantity)
        return quantityColor(*row.quantity, themeMode());
    return row.id == "ideal" ? colors.grid : colors.text;
}

void WaterfallChart::drawRows(QPainter& painter) const
{
    const Theme& colors = theme(themeMode());
    const QFont font = plot()->font();
    const QFontMetricsF metrics(font);
    std::optional<QPointF> step;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const QRectF slot = barRect({plot()->xAxis->range().upper, 0, 0}, static_cast<int>(i));
        painter.setPen(colors.text);
        painter.setFont(row.quantity ? font : roleFont(font, FontRole::strong));
        const QRectF name(QPointF(8, slot.top()), QPointF(area().left() - 8, slot.bottom()));
        painter.drawText(
            name, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(row.label, Qt::ElideMiddle, name.width() + 2));
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (row.fall) {
            const QRectF bar = barRect(*row.fall, static_cast<int>(i));
            if (step) {
                painter.setPen(QPen(colors.muted, 1));
                painter.drawLine(*step, QPointF(step->x(), bar.top()));
            }
            step = QPointF(row.quantity ? bar.left() : bar.right(), bar.bottom());
            painter.fillRect(bar.adjusted(-0.5, 0, 0.5, 0), colorOf(row));
            drawLabel(painter, row, bar);
        }
        if (row.pinned) {
            painter.setRenderHint(QPainter::Antialiasing, false);
            painter.setPen(QPen(colors.text, 1.5, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(barRect(*row.pinned, static_cast<int>(i)).adjusted(-1, -2, 1, 2));
        }
    }
}

void WaterfallChart::drawLabel(QPainter& painter, const Row& row, const QRectF& bar) const
{
    constexpr double gap = 6;
    const Theme& colors = theme(themeMode());
    const QFont strong = roleFont(plot()->font(), FontRole::strong);
    const QString words = sizeOf(row);
    const QSizeF size = textSize(strong, words);
    QRectF place(QPointF(bar.right() + gap, bar.center().y() - size.height() / 2), size);
    QColor color = colors.text;
    if (place.right() > area().right())
        place.moveRight(bar.left() - gap);
    if (place.left() < area().left() + gap) {
        place.moveRight(bar.right() - gap);
        const QColor ground = colorOf(row);
        color = contrast(colors.text, ground) >= contrast(colors.panel, ground) ? colors.text : colors.panel;
    }
    painter.setFont(strong);
    painter.setPen(color);
    painter.drawText(place, Qt::AlignCenter, words);
}

/// The speedup of the previewed remedy, through all rows.
void WaterfallChart::drawGhost(QPainter& painter) const
{
    if (!ghost())
        return;
    const double x = barRect({ghost()->headline.speedup, 0, 0}, 0).right();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(themeMode()).accent, 1));
    painter.drawLine(QPointF(x, area().top()), QPointF(x, area().bottom()));
    const QString words = tr("with the remedy %1").arg(text(ghost()->headline.speedup, Unit::factor));
    const QSizeF size = textSize(plot()->font(), words) + QSizeF(8, 0);
    const QRectF place = pushedInside(QRectF(QPointF(x + 2, area().bottom() - size.height() - 2), size), area());
    drawTag(painter, place, words, plot()->font(), quantityTextColor(Quantity::compute, themeMode()), themeMode());
}

void WaterfallChart::hover(const QPointF& at)
{
    const int row = static_cast<int>(std::lround(plot()->yAxis->pixelToCoord(at.y())));
    const bool on_row = at.y() >= area().top() && at.y() <= area().bottom() && at.x() < area().right();
    m_hovered = on_row && row >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
    m_pointer = at;
    replotOverlay();
}

void WaterfallChart::leave()
{
    m_hovered = -1;
    replotOverlay();
}

QStringList WaterfallChart::readout() const
{
    if (m_hovered < 0)
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(m_hovered)];
    QStringList lines{row.label};
    const auto describeFall = [&](const Fall& fall, const QString& prefix) {
        if (!row.quantity)
            lines << prefix + text(fall.from, Unit::factor);
        else
            lines << prefix + tr("%1 → %2").arg(text(fall.from, Unit::factor), text(fall.to, Unit::factor))
                  << prefix + tr("%1 of a step beyond the ideal").arg(text(fall.lost_s, Unit::seconds));
    };
    if (row.fall)
        describeFall(*row.fall, {});
    if (row.pinned)
        describeFall(*row.pinned, tr("A: "));
    return lines;
}

void WaterfallChart::drawHover(QPainter& painter) const
{
    if (m_hovered < 0 || m_hovered >= static_cast<int>(m_rows.size()))
        return;
    if (const Row& row = m_rows[static_cast<std::size_t>(m_hovered)]; row.fall) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(theme(themeMode()).accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(barRect(*row.fall, m_hovered).adjusted(-2, -1, 2, 1));
    }
    drawReadout(painter, plot()->rect(), m_pointer, readout(), plot()->font(), themeMode());
}

std::string WaterfallChart::csv() const
{
    const Waterfall w = waterfall(analysis());
    std::string rows = "id,cause,lost_s,from_speedup,to_speedup\n";
    rows += fmt::format("ideal,,0,{0},{0}\n", w.ideal);
    for (const WaterfallBar& bar : w.bars)
        rows += fmt::format("{},{},{},{},{}\n", bar.id, causeId(bar.cause), bar.lost_s, bar.from, bar.to);
    rows += fmt::format("predicted,,0,{0},{0}\n", w.predicted);
    return rows;
}

} // namespace kneepoint
