// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/waterfall_chart.h"

#include "widgets/charts/kit/rows.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <type_traits>

namespace kneepoint {

WaterfallChart::WaterfallChart(QWidget* parent, Measure measure)
    : RowChart(tr("Losses"), parent)
    , m_measure(measure)
{
    setUpAxis();
    applyStyle();
}

void WaterfallChart::setUpAxis()
{
    const bool speedup = m_measure == Measure::speedup;
    plot()->xAxis->setLabel(speedup ? tr("Speedup over one replica") : tr("Share of the dense peak"));
    plot()->xAxis->setTicker(quantityTicker(speedup ? Unit::factor : Unit::ratio, plot()->xAxis));
}

void WaterfallChart::setVariant(int variant)
{
    m_measure = static_cast<Measure>(variant);
    setUpAxis();
    resetZoom();
}

void WaterfallChart::present(const Analysis& a)
{
    const auto arrange = [&](auto& shown, const auto& waterfallOf) {
        using Drawn = std::decay_t<decltype(shown)>;
        shown = waterfallOf(a);
        const auto at_reference = reference() ? std::optional<Drawn>(waterfallOf(*reference())) : std::nullopt;
        std::vector<Drawn> others;
        others.reserve(options().options.size());
        for (const OtherOptions::Option& other : options().options)
            others.push_back(waterfallOf(*other.analysis));
        m_rows = waterfallRows(shown, at_reference, others, rowsThatFit());
    };
    if (m_measure == Measure::speedup)
        arrange(m_waterfall, waterfall);
    else
        arrange(m_mfu, mfuWaterfall);
    rowsChanged();
    double most = 0;
    for (const Row& row : m_rows) {
        for (const auto& fall : {row.fall, row.pinned})
            most = std::max(most, fall ? fall->from : 0);
        for (const Row::Other& other : row.others)
            most = std::max(most, other.fall.from);
    }
    fitAxis(*plot()->xAxis, 0, most > 0 ? 1.01 * most : 1);
}

std::string WaterfallChart::describe(const Analysis& a) const
{
    return m_measure == Measure::speedup ? waterfall(a).sentence : mfuWaterfall(a).sentence;
}

QString WaterfallChart::amount(double value) const
{
    return toQString(value, m_measure == Measure::speedup ? Unit::factor : Unit::ratio);
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

QStringList WaterfallChart::small() const
{
    QStringList lines;
    const auto add = [&](const auto& bars) {
        for (const auto& bar : bars)
            if (std::ranges::find(m_rows, bar.id, &Row::id) == m_rows.end())
                lines << tr("%1: %2").arg(toQString(bar.label), toQString(bar.lost_s, Unit::seconds));
    };
    if (m_measure == Measure::speedup)
        add(m_waterfall.bars);
    else
        add(m_mfu.bars);
    return lines;
}

QStringList WaterfallChart::readout() const
{
    if (!hovered().isOn(m_rows.size()))
        return {};
    const Row& row = m_rows[hovered().index()];
    const double step_s = analysis().step.step_s;
    QStringList lines{row.label};
    const auto describeFall = [&](const Fall& fall, const QString& prefix) {
        if (!row.part) {
            lines << prefix + amount(fall.from);
            return;
        }
        lines << prefix + tr("%1 → %2").arg(amount(fall.from), amount(fall.to));
        const QString lost = toQString(fall.lost_s, Unit::seconds);
        lines << prefix
                + (m_measure == Measure::speedup ? tr("%1 of a step beyond the ideal").arg(lost)
                                                 : tr("%1 of a step").arg(lost))
                + (prefix.isEmpty() && step_s > 0 && row.id != "goodput" && row.id != "tuning"
                        ? QStringLiteral(" · ") + toQString(fall.lost_s / step_s, Unit::ratio)
                        : QString());
    };
    if (row.fall)
        describeFall(*row.fall, {});
    if (row.pinned)
        describeFall(*row.pinned, tr("A: "));
    for (const Row::Other& other : row.others)
        describeFall(other.fall, QLatin1Char(options().options[other.option].letter) + QStringLiteral(": "));
    if (row.id == "other")
        lines += small();
    return lines;
}

CsvTable WaterfallChart::mfuData(const Analysis& of)
{
    CsvTable table{{"id", "lost_s", "from_mfu", "to_mfu"}, 1, {}};
    MfuWaterfall w = mfuWaterfall(of);
    if (w.tuning)
        w.bars.push_back(*w.tuning);
    for (const MfuBar& bar : w.bars)
        table.add(bar.id, bar.lost_s, bar.from, bar.to);
    return table;
}

CsvTable WaterfallChart::data(const Analysis& of) const
{
    if (m_measure == Measure::mfu)
        return mfuData(of);
    const Waterfall w = waterfall(of);
    CsvTable table{{"id", "cause", "lost_s", "from_speedup", "to_speedup"}, 1, {}};
    table.add("ideal", "", 0, w.ideal, w.ideal);
    for (const WaterfallBar& bar : w.bars)
        table.add(bar.id, causeId(bar.cause), bar.lost_s, bar.from, bar.to);
    table.add("predicted", "", 0, w.predicted, w.predicted);
    return table;
}

} // namespace kneepoint
