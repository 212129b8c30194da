// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/mfu_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/rows.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/charts/kit/words.h"
#include "widgets/theme/fill.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>

namespace kneepoint {

MfuChart::MfuChart(QWidget* parent)
    : RowChart(parent)
{
    plot()->xAxis->setLabel(tr("Share of the dense peak (%)"));
    plot()->xAxis->setTicker(quantityTicker(Unit::ratio, plot()->xAxis));
    setTheme(themeMode());
}

std::vector<MfuChart::Row> MfuChart::rowsOf(const MfuWaterfall& w)
{
    std::vector<Row> rows{{tr("peak"), 1, 0, nullptr}};
    for (const MfuBar& bar : w.bars) {
        if (bar.id == "goodput")
            rows.push_back({tr("MFU"), w.achieved, 0, nullptr});
        rows.push_back({utf8(bar.label), bar.from, bar.to, &bar});
    }
    const bool effective = w.effective < w.achieved;
    rows.push_back({effective ? tr("effective MFU") : tr("MFU"), effective ? w.effective : w.achieved, 0, nullptr});
    return rows;
}

void MfuChart::present(const Analysis& a)
{
    m_waterfall = mfuWaterfall(a);
    m_pinned = reference() ? std::optional(mfuWaterfall(*reference())) : std::nullopt;
    m_rows = rowsOf(m_waterfall);
    rowsChanged();
    fitAxis(*plot()->xAxis, 0, 1.01);
}

std::string MfuChart::describe(const Analysis& a) const
{
    return mfuWaterfall(a).sentence;
}

QStringList MfuChart::rowNames() const
{
    QStringList names;
    for (const Row& row : m_rows)
        names << row.label;
    return names;
}

QRectF MfuChart::barRect(std::size_t row) const
{
    return barBetween(m_rows[row].to, m_rows[row].from, row);
}

/// The label, and shorter versions if there is no room.
QStringList MfuChart::wordsOf(const Row& row)
{
    if (!row.bar)
        return {text(row.from, Unit::ratio)};
    const QString number = tr("−%1").arg(utf8(formatQuantity(100 * (row.from - row.to), Unit::none)));
    const QString points = tr("%1 points").arg(number);
    return {tr("%1, %2").arg(points, text(row.bar->lost_s, Unit::seconds)), points, number};
}

void MfuChart::drawRows(QPainter& painter) const
{
    const Theme& colors = theme(themeMode());
    const QFont font = rowsFont();
    const QFont strong = roleFont(font, FontRole::strong);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const QRectF bar = barRect(i);
        const QColor ground = row.bar ? groundColor(fillOf(row.bar->part), themeMode())
            : i == 0                  ? colors.grid
                                      : colors.text;
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (row.bar)
            fillArea(painter, bar.adjusted(-0.5, 0, 0.5, 0), fillOf(row.bar->part), themeMode());
        else
            painter.fillRect(bar, ground);
        painter.setPen(colors.text);
        drawRowName(painter, *plot(), bar, row.label, row.bar ? font : strong);
        drawBarLabel(painter, bar, wordsOf(row), ground);
    }
    drawPinned(painter);
}

void MfuChart::drawPinned(QPainter& painter) const
{
    if (!m_pinned)
        return;
    for (const Row& pinned : rowsOf(*m_pinned))
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (m_rows[i].label == pinned.label)
                drawPinnedBar(painter, barBetween(pinned.to, pinned.from, i));
}

QStringList MfuChart::readout() const
{
    if (!hovered().isOn(m_rows.size()))
        return {};
    const Row& row = m_rows[hovered().index()];
    if (!row.bar)
        return {row.label, text(row.from, Unit::ratio)};
    return {row.label, tr("%1 → %2").arg(text(row.from, Unit::ratio), text(row.to, Unit::ratio)),
        tr("%1 of a step").arg(text(row.bar->lost_s, Unit::seconds))};
}

CsvTable MfuChart::data(const Analysis& of) const
{
    CsvTable table{{"id", "lost_s", "from_mfu", "to_mfu"}, 1, {}};
    for (const MfuBar& bar : mfuWaterfall(of).bars)
        table.rows.push_back(
            {std::string(bar.id), fmt::to_string(bar.lost_s), fmt::to_string(bar.from), fmt::to_string(bar.to)});
    return table;
}

} // namespace kneepoint
