// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/tornado_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/rows.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <QMenu>
#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr double most_label_share = 0.34;
constexpr double value_gap = 4;

constexpr Fill halved{Quantity::overhead, Shade::hidden};

} // namespace

TornadoChart::TornadoChart(QWidget* parent)
    : RowChart(tr("Sensitivity"), parent, most_label_share)
{
    setMetric(*m_metric);
    applyStyle();
}

/// Width of the values on either side of the bars, as a fraction of the widest bar.
double TornadoChart::valueShare() const
{
    constexpr double most_share = 0.35; // of the width
    double widest = 0;
    for (const Leverage& knob : m_sensitivity.knobs)
        for (const double value : {knob.low_value, knob.high_value})
            widest = std::max(widest, textSize(plot()->font(), toQString(value, knob.parameter->unit)).width());
    const QMargins margins = plot()->axisRect()->margins();
    const double width = std::max(1, plot()->viewport().width() - margins.left() - margins.right());
    const double share = std::min(most_share, (widest + 2 * value_gap) / width);
    return share / (1 - 2 * share);
}

void TornadoChart::setMetric(const Metric& metric)
{
    m_metric = &metric;
    plot()->xAxis->setTicker(quantityTicker(metric.unit, plot()->xAxis));
    plot()->xAxis->setLabel(toQString(metric.label));
    resetRanges();
    refresh();
}

void TornadoChart::present(const Analysis& a)
{
    m_sensitivity = sensitivity(a.scenario, *m_metric, a.calibration);
    if (m_sensitivity.knobs.size() > rowsThatFit())
        m_sensitivity.knobs.resize(rowsThatFit());
    rowsChanged();

    double least = m_sensitivity.here;
    double most = m_sensitivity.here;
    for (const Leverage& knob : m_sensitivity.knobs) {
        least = std::min({least, knob.low, knob.high});
        most = std::max({most, knob.low, knob.high});
    }
    const double span = most > least ? most - least : std::max(most, 1e-9);
    const double room_for_values = span * valueShare();
    fitAxis(*plot()->xAxis, least - room_for_values, most + room_for_values);
}

std::string TornadoChart::describe(const Analysis& a) const
{
    return sensitivitySentence(isInSight() ? m_sensitivity : sensitivity(a.scenario, *m_metric, a.calibration));
}

QStringList TornadoChart::rowNames() const
{
    QStringList names;
    for (const Leverage& knob : m_sensitivity.knobs)
        names << toQString(knob.parameter->label);
    return names;
}

void TornadoChart::restyle()
{
    fitMargins(2 * QFontMetrics(plot()->font()).height());
    const auto entry = [this](bool up, const QString& label, const QBrush& patch) {
        bool& shown = m_shown[up ? 1 : 0];
        return Legend::Entry{label, QPen(Qt::NoPen), patch, shown, 1, [&shown] { shown = !shown; }};
    };
    m_legend.setEntries({entry(true, tr("doubled"), QBrush(colors().accent)),
        entry(false, tr("halved"), fillBrush(halved, themeMode()))});
}

bool TornadoChart::isShown(bool up) const
{
    return m_shown[up ? 1 : 0];
}

QRectF TornadoChart::legendRect(bool up) const
{
    return m_legend.rectOf(up ? tr("doubled") : tr("halved"));
}

QRectF TornadoChart::barRect(int knob, bool up) const
{
    const auto row = static_cast<std::size_t>(knob);
    const Leverage& leverage = m_sensitivity.knobs[row];
    return barBetween(m_sensitivity.here, up ? leverage.high : leverage.low, row);
}

void TornadoChart::drawRows(QPainter& painter) const
{
    const QFont font = plot()->font();
    const QStringList names = rowNames();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < m_sensitivity.knobs.size(); ++i) {
        drawBars(painter, i);
        const auto row = static_cast<double>(i);
        const QRectF name(QPointF(8, yOf(row - 0.5)), QPointF(area().left() - 8, yOf(row + 0.5)));
        painter.setPen(colors().text);
        drawRowName(painter, *plot(), name, names[static_cast<qsizetype>(i)], font);
        drawValues(painter, i);
    }
    const double here = xOf(m_sensitivity.here);
    painter.setPen(QPen(colors().text, 2));
    drawUpright(painter, here);
    const double line = lineHeight(font);
    m_legend.draw(painter, {area().left(), 4, area().width(), line}, font, themeMode());
}

void TornadoChart::drawBars(QPainter& painter, std::size_t row) const
{
    for (const bool up : {false, true}) {
        const QRectF bar = barRect(static_cast<int>(row), up);
        if (!(bar.width() > 0) || !isShown(up))
            continue;
        if (up)
            painter.fillRect(bar, colors().accent);
        else
            fillArea(painter, bar, halved, themeMode());
    }
}

/// Of two bars on the same side, only the longer one has its value.
void TornadoChart::drawValues(QPainter& painter, std::size_t row) const
{
    const Leverage& knob = m_sensitivity.knobs[row];
    const QRectF bars[] = {barRect(static_cast<int>(row), false), barRect(static_cast<int>(row), true)};
    const bool same_side = isShown(true) && isShown(false) && bars[0].width() > 0 && bars[1].width() > 0
        && (knob.low > m_sensitivity.here) == (knob.high > m_sensitivity.here);
    for (const bool up : {false, true}) {
        const bool longer = bars[up].width() > bars[!up].width();
        if (isShown(up) && bars[up].width() > 0 && (!same_side || longer))
            drawKnobValue(painter, bars[up], (up ? knob.high : knob.low) > m_sensitivity.here,
                toQString(up ? knob.high_value : knob.low_value, knob.parameter->unit));
    }
}

/// At the end of its bar: the value to which the knob is turned.
void TornadoChart::drawKnobValue(QPainter& painter, const QRectF& bar, bool to_the_right, const QString& words) const
{
    const QSizeF size = textSize(plot()->font(), words);
    QRectF place(QPointF(bar.right() + value_gap, bar.center().y() - size.height() / 2), size);
    if (!to_the_right)
        place.moveRight(bar.left() - value_gap);
    painter.setPen(colors().muted);
    painter.drawText(pushedInside(place, area()), Qt::AlignCenter, words);
}

/// The legend switches a direction off and on.
Hit TornadoChart::hitAt(const QPointF& at)
{
    return legendHit(m_legend, at).value_or(RowChart::hitAt(at));
}

QStringList TornadoChart::readout() const
{
    if (!hovered().isOn(m_sensitivity.knobs.size()))
        return {};
    const Leverage& knob = m_sensitivity.knobs[hovered().index()];
    const auto line = [&](double value, double result) {
        return tr("%1: %2").arg(toQString(value, knob.parameter->unit), toQString(result, m_metric->unit));
    };
    return {toQString(knob.parameter->label), line(knob.low_value, knob.low),
        tr("now, %1").arg(line(knob.value, m_sensitivity.here)), line(knob.high_value, knob.high)};
}

void TornadoChart::extendMenu(QMenu& menu)
{
    addMetrics(
        menu, *m_metric, [this](const Metric& choice) { setMetric(choice); }, true);
}

CsvTable TornadoChart::data(const Analysis& of) const
{
    const Sensitivity all = sensitivity(of.scenario, *m_metric, of.calibration);
    const std::string measured(m_metric->id);
    CsvTable table{
        {"parameter", "value", "low_value", "high_value", measured, measured + "_at_low", measured + "_at_high"}, 1,
        {}};
    for (const Leverage& knob : all.knobs)
        table.add(knob.parameter->id, knob.value, knob.low_value, knob.high_value, all.here, knob.low, knob.high);
    return table;
}

} // namespace kneepoint
