// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_chart.h"

#include "widgets/charts/labels.h"
#include "widgets/charts/painting.h"
#include "widgets/charts/rows.h"
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
constexpr double least_points = 6;

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

/// In words, and shorter for where there is no room.
QStringList WaterfallChart::sizesOf(const Row& row) const
{
    const double at = row.fall->from;
    if (row.quantity) {
        const QString lost = tr("−%1").arg(text(at - row.fall->to, Unit::factor));
        return {tr("%1, %2").arg(lost, text(row.fall->lost_s, Unit::seconds)), lost};
    }
    const QString speedup = text(at, Unit::factor);
    if (row.id == "ideal" || !(m_waterfall.ideal > 1))
        return {speedup};
    const QString share = text(at / m_waterfall.ideal, Unit::ratio);
    return {tr("%1, %2 of the ideal").arg(speedup, share), tr("%1, %2").arg(speedup, share), speedup};
}

/// The plot's font, smaller where the rows are lower than it.
QFont WaterfallChart::rowFont() const
{
    QFont font = plot()->font();
    const double row = area().height() / double(std::max<std::size_t>(1, m_rows.size()));
    if (const double line = QFontMetricsF(font).height(); row < line)
        font.setPointSizeF(std::max(least_points, font.pointSizeF() * row / line));
    return font;
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
    const QFont font = rowFont();
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
    const QFont strong = roleFont(rowFont(), FontRole::strong);
    QString words;
    QRectF place;
    QColor color = colors.text;
    const auto fits = [&](const QString& candidate) {
        words = candidate;
        const QSizeF size = textSize(strong, words);
        place = QRectF(QPointF(bar.right() + gap, bar.center().y() - size.height() / 2), size);
        if (place.right() <= area().right())
            return true;
        place.moveRight(bar.left() - gap);
        return place.left() >= area().left() + gap;
    };
    if (const QStringList sizes = sizesOf(row); std::ranges::none_of(sizes, fits)) {
        // Inside the bar, as much as finds room there.
        const auto inside = [&](const QString& size) {
            return textSize(strong, size).width() + 2 * gap <= bar.width();
        };
        const auto found = std::ranges::find_if(sizes, inside);
        words = found == sizes.end() ? sizes.back() : *found;
        place = QRectF(QPointF(), textSize(strong, words));
        place.moveCenter(bar.center());
        place.moveRight(bar.right() - gap);
        place = pushedInside(place, area());
        const QColor ground = found == sizes.end() ? colors.panel : colorOf(row);
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
    m_hovered = rowAt(*plot(), at, m_rows.size());
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

CsvTable WaterfallChart::data(const Analysis& of) const
{
    const Waterfall w = waterfall(of);
    CsvTable table{{"id", "cause", "lost_s", "from_speedup", "to_speedup"}, 1, {}};
    const auto add = [&](std::string_view id, std::string_view cause, double lost_s, double from, double to) {
        table.rows.push_back(
            {std::string(id), std::string(cause), fmt::to_string(lost_s), fmt::to_string(from), fmt::to_string(to)});
    };
    add("ideal", "", 0, w.ideal, w.ideal);
    for (const WaterfallBar& bar : w.bars)
        add(bar.id, causeId(bar.cause), bar.lost_s, bar.from, bar.to);
    add("predicted", "", 0, w.predicted, w.predicted);
    return table;
}

} // namespace kneepoint
