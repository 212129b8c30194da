// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/stage_memory_chart.h"

#include "model/cost/memory.h"
#include "model/job/job.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/charts/memory_kinds.h"
#include "widgets/text.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double bar_width = 0.72;
constexpr double widest_bar = 96; ///< pixels, where there are few stages
constexpr int right_margin = 16;

} // namespace

StageMemoryChart::StageMemoryChart(QWidget* parent)
    : Chart(tr("Memory by stage"), parent)
{
    QCustomPlot& p = *plot();
    p.xAxis->setTicks(false);
    p.xAxis->setTickLabels(false);
    p.xAxis->grid()->setVisible(false);
    p.xAxis->setLabel(tr("Pipeline stage"));
    p.yAxis->setTicker(quantityTicker(Unit::bytes));
    p.yAxis->setLabel(tr("Memory per GPU (bytes)"));
    zoomAcross(*p.axisRect());
    addPainting(p, "legend", [this](QPainter& painter) {
        if (m_stages.empty())
            return;
        painter.save();
        painter.setClipRect(area());
        for (const MemoryUse& use : m_stages)
            drawBar(painter, use);
        painter.restore();
        const MemoryUse& fullest = m_stages[static_cast<std::size_t>(m_fullest)];
        const double line = lineHeight(plot()->font());
        const QRectF room = area().adjusted(0, -line, 0, 0); // up to the legend
        LabelPlacer placer(room);
        const double capacity_y = yOf(fullest.capacity);
        placer.block(drawCapacity(painter, room, capacity_y, fullest, plot()->font(), themeMode()));
        placer.avoid(corners({area().left(), capacity_y - 1, area().width(), 2}));
        drawTotals(painter, placer);
        drawNames(painter);
        m_legend.draw(painter, {area().left(), 4, area().width(), line}, plot()->font(), themeMode());
    });
    applyStyle();
}

void StageMemoryChart::present(const Analysis& a)
{
    m_stages = memoryByStage(resolve(a.scenario, a.calibration));
    forgetHover();
    const auto fullest = std::ranges::max_element(m_stages, {}, &MemoryUse::total);
    m_fullest = static_cast<int>(fullest - m_stages.begin());
    updateLegend();
    constexpr double room_for_labels = 1.12;
    fitAxis(*plot()->xAxis, -0.6, double(m_stages.size()) - 0.4);
    fitAxis(*plot()->yAxis, 0, std::max({fullest->total(), fullest->capacity, 1.0}) * room_for_labels);
}

void StageMemoryChart::restyle()
{
    plot()->xAxis->setLabelPadding(QFontMetrics(plot()->font()).height() + 6);
    updateLegend();
}

void StageMemoryChart::updateLegend()
{
    std::vector<Legend::Entry> entries;
    for (std::size_t i = 0; i < memory_kinds.size(); ++i)
        if (std::ranges::any_of(m_stages, [&](const MemoryUse& use) { return use.*memory_kinds[i].bytes > 0; }))
            entries.push_back({memoryLabel(i), QPen(Qt::NoPen), fillBrush(memoryFill(i), themeMode())});
    m_legend.setEntries(std::move(entries));

    const QFontMetrics metrics(plot()->font());
    const int line = metrics.height();
    const int left = metrics.horizontalAdvance(QStringLiteral("1.25 ms")) + line + 16;
    m_legend.setRoom(plot()->viewport().height(), plot()->font());
    const int rows = m_legend.rows(plot()->viewport().width() - left - right_margin, plot()->font());
    plot()->axisRect()->setMargins({left, (rows + 1) * line + 16, right_margin, 2 * line + 16});
}

QRectF StageMemoryChart::barRect(int stage) const
{
    const double middle = xOf(stage);
    const double slot = std::abs(xOf(stage + bar_width) - middle);
    const double half = std::max(0.5, std::min(slot, widest_bar) / 2);
    const double top = yOf(m_stages[static_cast<std::size_t>(stage)].total());
    return {QPointF(middle - half, top), QPointF(middle + half, yOf(0))};
}

void StageMemoryChart::drawBar(QPainter& painter, const MemoryUse& use) const
{
    const QRectF bar = barRect(use.stage);
    painter.setRenderHint(QPainter::Antialiasing, false);
    double above = 0;
    for (std::size_t i = 0; i < memory_kinds.size(); ++i) {
        const double bytes = use.*memory_kinds[i].bytes;
        if (!(bytes > 0))
            continue;
        const QRectF piece(QPointF(bar.left(), yOf(above + bytes)), QPointF(bar.right(), yOf(above)));
        fillArea(painter, piece, memoryFill(i), themeMode());
        above += bytes;
    }
    if (use.stage == m_fullest && m_stages.size() > 1) {
        painter.setPen(QPen(colors().text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar);
    }
}

QRectF StageMemoryChart::totalRect(int stage) const
{
    const auto found = std::ranges::find(m_totals, stage, &std::pair<QRectF, int>::second);
    return found == m_totals.end() ? QRectF() : found->first;
}

std::vector<int> StageMemoryChart::namedStages() const
{
    const int count = static_cast<int>(m_stages.size());
    const double room = textSize(plot()->font(), QStringLiteral("1024")).width() + 8;
    const double slot = std::abs(xOf(1) - xOf(0));
    std::vector<int> order{m_fullest, 0, count - 1};
    for (int stage = 1; stage + 1 < count; ++stage)
        order.push_back(stage);
    std::vector<int> named;
    for (const int stage : order)
        if (std::ranges::all_of(named, [&](int other) { return std::abs(other - stage) * slot >= room; }))
            named.push_back(stage);
    return named;
}

void StageMemoryChart::drawNames(QPainter& painter) const
{
    painter.setPen(colors().muted);
    painter.setFont(plot()->font());
    for (const int stage : namedStages()) {
        const QString name = QString::number(stage + 1);
        const QSizeF size = textSize(plot()->font(), name);
        painter.drawText(
            QRectF(QPointF(barRect(stage).center().x() - size.width() / 2, area().bottom() + 4), size), name);
    }
}

/// Over the fullest bar, and over others where there is room; over the capacity only if the bar ends just below it.
void StageMemoryChart::drawTotals(QPainter& painter, LabelPlacer& placer) const
{
    const QFont font = plot()->font();
    const auto write = [&](int stage) {
        const QString words = toQString(m_stages[static_cast<std::size_t>(stage)].total(), Unit::bytes);
        const QSizeF size = textSize(font, words) + QSizeF(6, 0);
        const QRectF bar = barRect(stage);
        const QRectF place(QPointF(bar.center().x() - size.width() / 2, bar.top() - size.height() - 2), size);
        const double line_y = yOf(m_stages[static_cast<std::size_t>(stage)].capacity);
        const QRectF over_the_line(QPointF(place.left(), line_y - size.height() - 2), size);
        const bool on_the_line = place.top() < line_y && place.bottom() > line_y;
        if (const auto free = placer.place(on_the_line ? std::vector{place, over_the_line} : std::vector{place})) {
            drawTag(painter, *free, words, font, colors().text, themeMode());
            m_totals.emplace_back(*free, stage);
        }
    };
    m_totals.clear();
    write(m_fullest);
    for (const int stage : namedStages())
        if (stage != m_fullest)
            write(stage);
}

Hit StageMemoryChart::hitAt(const QPointF& at)
{
    const int stage = static_cast<int>(std::lround(plot()->xAxis->pixelToCoord(at.x())));
    const bool on_stage = area().contains(at) && stage >= 0 && stage < static_cast<int>(m_stages.size());
    return legendHit(m_legend, at).value_or(Hit{.part = on_stage ? stage : -1});
}

QStringList StageMemoryChart::readout() const
{
    if (!hovered().isOn(m_stages.size()))
        return {};
    const MemoryUse& use = m_stages[hovered().index()];
    return QStringList{tr("stage %1 of %2: %3 of %4")
                           .arg(hovered().part() + 1)
                           .arg(m_stages.size())
                           .arg(toQString(use.total(), Unit::bytes), toQString(use.capacity, Unit::bytes))}
    + memoryLines(use);
}

CsvTable StageMemoryChart::data(const Analysis& of) const
{
    CsvTable table = memoryTable("stage");
    for (const MemoryUse& use : memoryByStage(resolve(of.scenario, of.calibration)))
        table.rows.push_back(memoryRow(fmt::to_string(use.stage + 1), use));
    return table;
}

} // namespace kneepoint
