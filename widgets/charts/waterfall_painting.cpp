// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_chart.h"

#include "model/analysis/throughput.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/rows.h"
#include "widgets/charts/kit/words.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"

#include <qcustomplot.h>

#include <cmath>
#include <utility>

/// Painting of the chart: its rows and their labels.
namespace kneepoint {
namespace {

constexpr double least_fall = 0.01;         ///< of the speedup, that is written with digits
constexpr double least_difference = 0.0005; ///< relative, that is written

} // namespace

/// The label, and shorter versions if there is no room.
QStringList WaterfallChart::sizesOf(const Row& row) const
{
    const double at = row.fall->from;
    if (row.part) {
        const double fall = at - row.fall->to;
        const QString points = m_measure == Measure::mfu
            ? tr("%1 points").arg(toQString(100 * std::abs(fall), Unit::none))
            : toQString(std::abs(fall), Unit::factor);
        const bool tiny = m_measure == Measure::speedup && std::abs(fall) < least_fall;
        const QString lost = tiny ? tr("under %1").arg(toQString(least_fall, Unit::factor))
                                  : (fall < 0 ? QStringLiteral("+") : QStringLiteral("−")) + points;
        return {tr("%1 · %2").arg(lost, toQString(row.fall->lost_s, Unit::seconds)), lost};
    }
    if (m_measure == Measure::mfu || row.id == "ideal" || !(ideal() > 1))
        return {amount(at)};
    return {tr("%1 · %2").arg(amount(at), toQString(at / ideal(), Unit::ratio)), amount(at)};
}

/// Losses by the time they take, totals by what they reach; empty where they are the same.
QString WaterfallChart::differenceOf(const Row& row) const
{
    if (!row.pinned || !row.fall)
        return row.fall && row.part && reference() ? tr("new") : QString();
    const auto [now, before] =
        row.part ? std::pair(row.fall->lost_s, row.pinned->lost_s) : std::pair(row.fall->from, row.pinned->from);
    const double difference = now - before;
    if (std::abs(difference) < least_difference * std::abs(before))
        return {};
    if (row.part)
        return changeOf(now, before);
    const QString size = m_measure == Measure::mfu
        ? tr("%1 points").arg(toQString(100 * std::abs(difference), Unit::none))
        : toQString(std::abs(difference), Unit::factor);
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
}

QStringList WaterfallChart::labels(const Row& row) const
{
    if (!row.fall)
        return {};
    QStringList wordings = sizesOf(row);
    const QString difference = differenceOf(row);
    if (difference.isEmpty())
        return wordings;
    QStringList compared;
    for (const QString& words : wordings) {
        if (!row.part)
            compared << tr("%1 (A %2, %3)").arg(words, amount(row.pinned->from), difference);
        else if (row.pinned)
            compared << tr("%1 (%2 from A)").arg(words, difference);
        compared << tr("%1 (%2)").arg(words, difference);
    }
    if (row.part) // the size is in the read-out
        compared << tr("(%1)").arg(difference);
    return compared;
}

/// A's outline alone, with its size.
void WaterfallChart::drawGone(QPainter& painter, const Row& row, const QRectF& outline) const
{
    drawPinnedBar(painter, outline);
    if (row.part)
        drawBarLabel(painter, outline, {tr("A %1, gone").arg(toQString(row.pinned->lost_s, Unit::seconds)), tr("gone")},
            colors().panel);
}

QColor WaterfallChart::groundOf(const Row& row) const
{
    if (row.part)
        return groundColor(fillOf(*row.part), themeMode());
    return row.id == "ideal" || row.id == "peak" ? colors().grid : colors().text;
}

void WaterfallChart::fillBar(QPainter& painter, const Row& row, const QRectF& bar) const
{
    if (row.part && row.id != "other")
        fillArea(painter, bar, fillOf(*row.part), themeMode());
    else
        painter.fillRect(bar, groundOf(row));
}

void WaterfallChart::drawRows(QPainter& painter) const
{
    const QFont font = plot()->font();
    LabelPlacer placer(area());
    std::optional<QPointF> step;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const QRectF slot = barRect({plot()->xAxis->range().upper, 0, 0}, static_cast<int>(i));
        painter.setPen(colors().text);
        drawRowName(painter, *plot(), slot, row.label, row.part ? font : roleFont(font, FontRole::strong));
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (row.fall) {
            const QRectF bar = barRect(*row.fall, static_cast<int>(i));
            if (step) {
                painter.setPen(QPen(quantityColor(Quantity::overhead, themeMode()), 1));
                painter.drawLine(*step, QPointF(step->x(), bar.top()));
            }
            step = QPointF(row.part ? bar.left() : bar.right(), bar.bottom());
            fillBar(painter, row, bar.adjusted(-0.5, 0, 0.5, 0));
            if (row.pinned) // under the label
                drawPinnedBar(painter, barRect(*row.pinned, static_cast<int>(i)));
            placer.block(bar);
            const QRectF outline = row.pinned ? barRect(*row.pinned, static_cast<int>(i)) : QRectF();
            placer.block(drawBarLabel(painter, bar, labels(row), groundOf(row), outline));
        }
        if (row.pinned && !row.fall)
            drawGone(painter, row, barRect(*row.pinned, static_cast<int>(i)));
    }
    drawOthers(painter, placer);
    drawGhost(painter, placer);
}

void WaterfallChart::drawOthers(QPainter& painter, LabelPlacer& placer) const
{
    const QFont font = fontOf(FontRole::small);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        for (const Row::Other& other : m_rows[i].others) {
            const QRectF bar = barRect(other.fall, static_cast<int>(i));
            drawPinnedBar(painter, bar, optionStyle(other.option));
            if (m_rows[i].part)
                continue;
            const QString letter(QLatin1Char(options().options[other.option].letter));
            drawName(painter, placer, {{letter}, font, colors().text, 4}, themeMode(), [&](const QSizeF& size) {
                std::vector<QRectF> places;
                for (const double left : {bar.right() + 2, bar.right() - 2 - size.width()})
                    for (const double top :
                        {bar.center().y() - size.height() / 2, bar.bottom() + 2 - size.height(), bar.top() - 2})
                        places.emplace_back(QPointF(left, top), size);
                return places;
            });
        }
}

/// The speedup of the previewed remedy, through all rows.
void WaterfallChart::drawGhost(QPainter& painter, LabelPlacer& placer) const
{
    if (!ghost())
        return;
    const double reached =
        m_measure == Measure::mfu ? modelFlopsUtilization(ghost()->scenario, ghost()->step) : ghost()->headline.speedup;
    const double x = barRect({reached, 0, 0}, 0).right();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors().accent, 1));
    drawUpright(painter, x);
    const Name name{{tr("%1 %2").arg(ghostName(), amount(reached))}, plot()->font(),
        quantityTextColor(Quantity::compute, themeMode()), 8};
    drawName(painter, placer, name, themeMode(), [&](const QSizeF& size) {
        std::vector<double> tops;
        for (std::size_t row = m_rows.size(); row-- > 0;)
            tops.push_back(yOf(double(row)) - size.height() / 2);
        return boxes(size, {x + 2, x - 2 - size.width()}, tops);
    });
}

void WaterfallChart::drawHover(QPainter& painter) const
{
    if (hovered().isOn(m_rows.size()) && m_rows[hovered().index()].fall) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(colors().accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(barRect(*m_rows[hovered().index()].fall, hovered().part()).adjusted(-2, -1, 2, 1));
    }
    RowChart::drawHover(painter);
}

} // namespace kneepoint
