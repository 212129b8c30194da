// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_chart.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/charts/memory_kinds.h"
#include "widgets/text.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>

namespace kneepoint {

MemoryChart::MemoryChart(QWidget* parent)
    : WorkerBarsChart(tr("Memory"), parent)
{
    QCPBars* below = nullptr;
    for (KindBars& kind : m_kinds)
        kind.bars = below = addBars(below);
    plot()->yAxis->setTicker(quantityTicker(Unit::bytes));
    plot()->yAxis->setLabel(tr("Memory per GPU (bytes)"));
    applyStyle();
}

void MemoryChart::present(const Analysis& a)
{
    for (std::size_t i = 0; i < kind_count; ++i)
        m_kinds[i].present = std::ranges::any_of(
            a.breakdown, [&](const ScalePoint& point) { return point.step.memory.*memory_kinds[i].bytes > 0; });
    updateLegend();
    for (std::size_t i = 0; i < kind_count; ++i) {
        QVector<QCPBarsData> stack;
        for (std::size_t bar = 0; m_kinds[i].shown && bar < a.breakdown.size(); ++bar)
            stack.append({double(bar), a.breakdown[bar].step.memory.*memory_kinds[i].bytes});
        m_kinds[i].bars->data()->set(stack, true);
    }
    constexpr double room_for_the_label = 1.12;
    fitBars(a, a.step.memory.capacity * room_for_the_label);
}

void MemoryChart::restyle()
{
    WorkerBarsChart::restyle();
    for (std::size_t i = 0; i < kind_count; ++i)
        m_kinds[i].bars->setBrush(fillBrush(memoryFill(i), themeMode()));
    updateLegend();
}

void MemoryChart::updateLegend()
{
    std::vector<Legend::Entry> entries;
    for (std::size_t i = 0; i < kind_count; ++i)
        if (KindBars& kind = m_kinds[i]; kind.present)
            entries.push_back({memoryLabel(i), QPen(Qt::NoPen), fillBrush(memoryFill(i), themeMode()), kind.shown, 1,
                [&kind] { kind.shown = !kind.shown; }});
    legend().setEntries(std::move(entries));
}

std::vector<WorkerBarsChart::Piece> MemoryChart::pieces(const ScalePoint& point) const
{
    std::vector<Piece> stack;
    double above = 0;
    for (std::size_t i = 0; i < kind_count; ++i) {
        const double bytes = m_kinds[i].shown ? point.step.memory.*memory_kinds[i].bytes : 0;
        if (bytes > 0)
            stack.push_back({memoryFill(i), above, above + bytes});
        above += bytes;
    }
    return stack;
}

QString MemoryChart::total(const ScalePoint& point) const
{
    return toQString(point.step.memory.total(), Unit::bytes);
}

QStringList MemoryChart::readoutOf(const ScalePoint& point) const
{
    const MemoryUse& use = point.step.memory;
    QStringList lines{tr("K = %1: %2 of %3")
                          .arg(toQString(point.workers, Unit::none), toQString(use.total(), Unit::bytes),
                              toQString(use.capacity, Unit::bytes))};
    lines += memoryLines(use);
    return lines;
}

QString MemoryChart::headroom() const
{
    return memoryHeadroom(analysis().step.memory);
}

void MemoryChart::drawMore(QPainter& painter, LabelPlacer& placer) const
{
    const MemoryUse& use = analysis().step.memory;
    const double y = yOf(use.capacity);
    placer.block(drawCapacity(painter, area(), y, use, plot()->font(), themeMode()));
    placer.block(QRectF(area().left(), y - 1, area().width(), 2));
    if (analysis().measured.memory_bytes > 0)
        markMeasured(painter, analysis().step.workers, analysis().measured.memory_bytes);
}

CsvTable MemoryChart::data(const Analysis& of) const
{
    CsvTable table = memoryTable("workers");
    for (const ScalePoint& point : of.breakdown)
        table.rows.push_back(memoryRow(fmt::to_string(point.workers), point.step.memory));
    return table;
}

} // namespace kneepoint
