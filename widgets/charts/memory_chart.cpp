// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_chart.h"

#include "model/explore/sentences.h"
#include "widgets/charts/labels.h"
#include "widgets/charts/tickers.h"
#include "widgets/charts/words.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <algorithm>

namespace kneepoint {
namespace {

struct KindEntry {
    const char* label;
    Quantity quantity;
    double MemoryUse::*bytes;
};
constexpr std::array<KindEntry, MemoryChart::kind_count> kinds{{
    {QT_TRANSLATE_NOOP("kneepoint::MemoryChart", "weights"), Quantity::compute, &MemoryUse::weights},
    {QT_TRANSLATE_NOOP("kneepoint::MemoryChart", "gradients"), Quantity::data_comm, &MemoryUse::gradients},
    {QT_TRANSLATE_NOOP("kneepoint::MemoryChart", "optimizer state"), Quantity::overhead, &MemoryUse::optimizer},
    {QT_TRANSLATE_NOOP("kneepoint::MemoryChart", "activations"), Quantity::memory, &MemoryUse::activations},
}};

} // namespace

MemoryChart::MemoryChart(QWidget* parent)
    : WorkerBarsChart(parent)
{
    QCPBars* below = nullptr;
    for (KindBars& kind : m_kinds)
        kind.bars = below = addBars(below);
    plot()->yAxis->setTicker(quantityTicker(Unit::bytes));
    plot()->yAxis->setLabel(tr("Memory per GPU (bytes)"));
    setTheme(themeMode());
}

void MemoryChart::present(const Analysis& a)
{
    for (std::size_t i = 0; i < kind_count; ++i) {
        QVector<QCPBarsData> stack;
        for (std::size_t bar = 0; m_kinds[i].shown && bar < a.breakdown.size(); ++bar)
            stack.append({double(bar), a.breakdown[bar].step.memory.*kinds[i].bytes});
        m_kinds[i].bars->data()->set(stack, true);
    }
    constexpr double room_for_the_label = 1.12;
    fitBars(a, a.step.memory.capacity * room_for_the_label);
}

std::string MemoryChart::describe(const Analysis& a) const
{
    return memorySentence(a);
}

void MemoryChart::restyle()
{
    WorkerBarsChart::restyle();
    for (std::size_t i = 0; i < kind_count; ++i)
        m_kinds[i].bars->setBrush(exposedBrush(kinds[i].quantity, themeMode()));
    updateLegend();
}

void MemoryChart::updateLegend()
{
    std::vector<Legend::Entry> entries;
    for (std::size_t i = 0; i < kind_count; ++i)
        entries.push_back(
            {tr(kinds[i].label), QPen(Qt::NoPen), exposedBrush(kinds[i].quantity, themeMode()), m_kinds[i].shown});
    legend().setEntries(std::move(entries));
}

void MemoryChart::legendClicked(int entry)
{
    bool& shown = m_kinds[static_cast<std::size_t>(entry)].shown;
    shown = !shown;
    updateLegend();
    refresh();
}

std::vector<WorkerBarsChart::Piece> MemoryChart::pieces(const ScalePoint& point) const
{
    std::vector<Piece> stack;
    double above = 0;
    for (std::size_t i = 0; i < kind_count; ++i) {
        const double bytes = m_kinds[i].shown ? point.step.memory.*kinds[i].bytes : 0;
        if (bytes > 0)
            stack.push_back({kinds[i].quantity, above, above + bytes, false});
        above += bytes;
    }
    return stack;
}

QString MemoryChart::total(const ScalePoint& point) const
{
    return text(point.step.memory.total(), Unit::bytes);
}

QStringList MemoryChart::readoutOf(const ScalePoint& point) const
{
    const MemoryUse& use = point.step.memory;
    QStringList lines{
        tr("K = %1: %2 of %3")
            .arg(text(point.workers, Unit::none), text(use.total(), Unit::bytes), text(use.capacity, Unit::bytes))};
    for (const KindEntry& kind : kinds)
        lines << tr("%1: %2, %3")
                     .arg(tr(kind.label), text(use.*kind.bytes, Unit::bytes),
                         text(use.total() > 0 ? use.*kind.bytes / use.total() : 0, Unit::ratio));
    return lines;
}

QString MemoryChart::headroom() const
{
    const MemoryUse& use = analysis().step.memory;
    const double free = use.capacity - use.total();
    return free >= 0 ? tr("%1 free").arg(text(free, Unit::bytes)) : tr("%1 too much").arg(text(-free, Unit::bytes));
}

void MemoryChart::drawMore(QPainter& painter) const
{
    const MemoryUse& use = analysis().step.memory;
    const double y = plot()->yAxis->coordToPixel(use.capacity);
    if (!(use.capacity > 0) || y < area().top() || y > area().bottom())
        return;
    const Theme& colors = theme(themeMode());
    const QColor color = use.fits() ? colors.text : colors.warning;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(area().left(), y), QPointF(area().right(), y));
    const QFont strong = roleFont(plot()->font(), FontRole::strong);
    const QString words = tr("capacity %1: %2").arg(text(use.capacity, Unit::bytes), headroom());
    const QSizeF size = textSize(strong, words) + QSizeF(8, 0);
    const QRectF above(QPointF(area().left() + 4, y - size.height() - 2), size);
    drawTag(painter, pushedInside(above, area()), words, strong, color, themeMode());
}

std::string MemoryChart::csv() const
{
    std::string rows = "workers,weights_bytes,gradients_bytes,optimizer_bytes,activations_bytes,capacity_bytes\n";
    for (const ScalePoint& point : analysis().breakdown) {
        const MemoryUse& use = point.step.memory;
        rows += fmt::format("{},{},{},{},{},{}\n", point.workers, use.weights, use.gradients, use.optimizer,
            use.activations, use.capacity);
    }
    return rows;
}

} // namespace kneepoint
