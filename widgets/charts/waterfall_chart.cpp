// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/rows.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/charts/kit/words.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double logarithmic_from = 5; ///< ideal over predicted

} // namespace

WaterfallChart::WaterfallChart(QWidget* parent)
    : RowChart(parent)
{
    plot()->xAxis->setLabel(tr("Speedup (×)"));
    plot()->xAxis->setTicker(quantityTicker(Unit::factor, plot()->xAxis));
    setTheme(themeMode());
}

void WaterfallChart::present(const Analysis& a)
{
    m_waterfall = waterfall(a);
    m_pinned = reference() ? std::optional(waterfall(*reference())) : std::nullopt;
    m_rows = waterfallRows(m_waterfall, m_pinned);
    rowsChanged();
    chooseScale();
    fit();
}

std::string WaterfallChart::describe(const Analysis& a) const
{
    return waterfall(a).sentence;
}

bool WaterfallChart::isLogarithmic() const
{
    return plot()->xAxis->scaleType() == QCPAxis::stLogarithmic;
}

void WaterfallChart::chooseScale()
{
    const bool wanted = m_waterfall.predicted > 0 && m_waterfall.ideal >= logarithmic_from * m_waterfall.predicted;
    if (wanted == isLogarithmic() || (isInteracting() && !m_rows.empty())) // never during a drag
        return;
    resetRanges();
    plot()->xAxis->setScaleType(wanted ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    plot()->xAxis->setTicker(
        wanted ? powerOfTwoTicker(QStringLiteral("×")) : quantityTicker(Unit::factor, plot()->xAxis));
    plot()->xAxis->setLabel(wanted ? tr("Speedup (×), logarithmic") : tr("Speedup (×)"));
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
}

QStringList WaterfallChart::rowNames() const
{
    QStringList names;
    for (const Row& row : m_rows)
        names << row.label;
    return names;
}

QRectF WaterfallChart::barRect(const Fall& fall, int row) const
{
    return barBetween(fall.to, fall.from, static_cast<std::size_t>(row));
}

/// For the row of small losses.
bool WaterfallChart::isMember(const WaterfallBar& bar) const
{
    return std::ranges::find(m_rows, bar.id, &Row::id) == m_rows.end();
}

QStringList WaterfallChart::readout() const
{
    if (!hovered().isOn(m_rows.size()))
        return {};
    const Row& row = m_rows[hovered().index()];
    QStringList lines{row.label};
    const auto describeFall = [&](const Fall& fall, const QString& prefix) {
        if (!row.part)
            lines << prefix + text(fall.from, Unit::factor);
        else
            lines << prefix + tr("%1 → %2").arg(text(fall.from, Unit::factor), text(fall.to, Unit::factor))
                  << prefix + tr("%1 of a step beyond the ideal").arg(text(fall.lost_s, Unit::seconds));
    };
    if (row.fall)
        describeFall(*row.fall, {});
    if (row.pinned)
        describeFall(*row.pinned, tr("A: "));
    if (row.id == "other")
        for (const WaterfallBar& bar : m_waterfall.bars)
            if (isMember(bar))
                lines << tr("%1: %2").arg(utf8(bar.label), text(bar.lost_s, Unit::seconds));
    return lines;
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
