// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_kinds.h"

#include "model/presets/memory_size.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/text.h"

#include <fmt/format.h>

namespace kneepoint {

Fill memoryFill(std::size_t kind)
{
    static constexpr std::array<Fill, memory_kinds.size()> fills{{{Quantity::compute}, {Quantity::data_comm},
        {Quantity::overhead}, {Quantity::memory}, {Quantity::memory, Shade::hidden}, {Quantity::compute, Shade::hidden},
        {Quantity::data_comm, Shade::hidden}, {Quantity::overhead, Shade::hidden}}};
    return fills[kind];
}

QString memoryLabel(std::size_t kind)
{
    static constexpr std::array<const char*, memory_kinds.size()> labels{QT_TRANSLATE_NOOP("Kneepoint", "weights"),
        QT_TRANSLATE_NOOP("Kneepoint", "gradients"), QT_TRANSLATE_NOOP("Kneepoint", "optimizer state"),
        QT_TRANSLATE_NOOP("Kneepoint", "activations"), QT_TRANSLATE_NOOP("Kneepoint", "logits"),
        QT_TRANSLATE_NOOP("Kneepoint", "gathered layers"), QT_TRANSLATE_NOOP("Kneepoint", "buffers"),
        QT_TRANSLATE_NOOP("Kneepoint", "reserve")};
    return translated(labels[kind]);
}

QStringList memoryLines(const MemoryUse& use)
{
    QStringList lines;
    for (std::size_t i = 0; i < memory_kinds.size(); ++i)
        if (const double bytes = use.*memory_kinds[i].bytes; bytes > 0)
            lines << QStringLiteral("%1: %2, %3")
                         .arg(memoryLabel(i), toQString(bytes, Unit::bytes),
                             toQString(bytes / use.total(), Unit::ratio));
    return lines;
}

QString memoryHeadroom(const MemoryUse& use)
{
    const double free = use.capacity - use.total();
    return free >= 0 ? translated("%1 free").arg(toQString(free, Unit::bytes))
                     : translated("%1 too much").arg(toQString(-free, Unit::bytes));
}

CsvTable memoryTable(const std::string& key)
{
    CsvTable table{{key}, 1, {}};
    for (const MemoryKind& kind : memory_kinds)
        table.columns.push_back(fmt::format("{}_bytes", kind.id));
    table.columns.emplace_back("capacity_bytes");
    return table;
}

std::vector<std::string> memoryRow(const std::string& key, const MemoryUse& use)
{
    std::vector<std::string> row{key};
    for (const MemoryKind& kind : memory_kinds)
        row.push_back(fmt::to_string(use.*kind.bytes));
    row.push_back(fmt::to_string(use.capacity));
    return row;
}

QRectF drawCapacity(
    QPainter& painter, const QRectF& area, double y, const MemoryUse& use, const QFont& font, ThemeMode mode)
{
    if (!(use.capacity > 0) || y < area.top() || y > area.bottom())
        return {};
    const Theme& colors = theme(mode);
    const QColor color = use.fits() ? colors.text : colors.warning;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    const QFont strong = roleFont(font, FontRole::strong);
    const QString pattern = translated("capacity %1: %2");
    QString words = pattern.arg(toQString(memorySizeText(use.capacity)), memoryHeadroom(use));
    if (textSize(strong, words).width() + 12 > area.width()) // no room for the size it is sold as
        words = pattern.arg(toQString(use.capacity, Unit::bytes), memoryHeadroom(use));
    const QSizeF size = textSize(strong, words) + QSizeF(8, 0);
    const QRectF above(QPointF(area.right() - size.width() - 4, y - size.height() - 2), size);
    const QRectF place = pushedInside(above, area);
    drawTag(painter, place, words, strong, color, mode);
    return place;
}

} // namespace kneepoint
