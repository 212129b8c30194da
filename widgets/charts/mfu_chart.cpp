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
    : Chart(parent)
{
    QCustomPlot& p = *plot();
    p.xAxis->setLabel(tr("Share of the dense peak (%)"));
    p.xAxis->setTicker(quantityTicker(Unit::ratio, p.xAxis));
    setUpRows(p);
    addPainting(p, "main", [this](QPainter& painter) {
        if (!hasAnalysis())
            return;
        drawRows(painter);
        drawPinned(painter);
    });
    addPainting(p, "overlay", [this](QPainter& painter) { drawHover(painter); });
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
    forgetHover();
    restyle();
    fitAxis(*plot()->xAxis, 0, 1.01);
    plot()->yAxis->setRange(-0.5, static_cast<double>(m_rows.size()) - 0.5);
}

std::string MfuChart::describe(const Analysis& a) const
{
    return mfuWaterfall(a).sentence;
}

void MfuChart::restyle()
{
    const int line = QFontMetrics(plot()->font()).height();
    QStringList names;
    for (const Row& row : m_rows)
        names << row.label;
    plot()->axisRect()->setMargins({rowNamesMargin(*plot(), names), 8, 16, 2 * line + 16});
}

QRectF MfuChart::rect(const Row& row, std::size_t at) const
{
    const auto y = static_cast<double>(at);
    return QRectF(QPointF(plot()->xAxis->coordToPixel(row.to), plot()->yAxis->coordToPixel(y - row_bar_height / 2)),
        QPointF(plot()->xAxis->coordToPixel(row.from), plot()->yAxis->coordToPixel(y + row_bar_height / 2)))
        .normalized();
}

QRectF MfuChart::barRect(std::size_t row) const
{
    return rect(m_rows[row], row);
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
    const QFont font = rowFont(*plot(), m_rows.size());
    const QFont strong = roleFont(font, FontRole::strong);
    const QRectF area = plot()->axisRect()->rect();
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
        const QStringList wordings = wordsOf(row);
        const QSizeF size = textSize(strong, wordings.back());
        const QRectF inside(QPointF(bar.right() - size.width() - 6, bar.center().y() - size.height() / 2), size);
        const std::optional<BarLabel> beside = labelBeside(bar, area, wordings, strong);
        const BarLabel label = beside.value_or(BarLabel{wordings.back(), inside});
        painter.setPen(beside ? colors.text : inkOn(ground, themeMode()));
        painter.setFont(strong);
        painter.drawText(label.place, Qt::AlignCenter | Qt::TextDontClip, label.words);
    }
}

void MfuChart::drawPinned(QPainter& painter) const
{
    if (!m_pinned)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme(themeMode()).text, 1.5, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    for (const Row& pinned : rowsOf(*m_pinned))
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            if (m_rows[i].label == pinned.label)
                painter.drawRect(rect(pinned, i).adjusted(-1, -2, 1, 2));
}

void MfuChart::hover(const QPointF& at)
{
    setHover(at, rowAt(*plot(), at, m_rows.size()));
}

void MfuChart::drawHover(QPainter& painter) const
{
    if (hovered().isOn(m_rows.size()))
        drawReadout(painter, plot()->axisRect()->rect(), hovered().at(), readout(), plot()->font(), themeMode());
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
