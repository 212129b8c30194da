// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_kinds.h"

#include "widgets/charts/labels.h"
#include "widgets/charts/words.h"

#include <QCoreApplication>
#include <QPainter>
#include <fmt/format.h>

namespace kneepoint {
namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("MemoryKinds", text);
}

} // namespace

MemoryLook memoryLook(std::size_t kind)
{
    static constexpr std::array<MemoryLook, memory_kinds.size()> looks{
        {{Quantity::compute}, {Quantity::data_comm}, {Quantity::overhead}, {Quantity::memory}, {Quantity::memory, true},
            {Quantity::compute, true}, {Quantity::data_comm, true}, {Quantity::overhead, true}}};
    return looks[kind];
}

QBrush memoryBrush(std::size_t kind, ThemeMode mode)
{
    const MemoryLook look = memoryLook(kind);
    return look.hatched ? hiddenBrush(look.quantity, mode) : exposedBrush(look.quantity, mode);
}

QString memoryLabel(std::size_t kind)
{
    static constexpr std::array<const char*, memory_kinds.size()> labels{QT_TRANSLATE_NOOP("MemoryKinds", "weights"),
        QT_TRANSLATE_NOOP("MemoryKinds", "gradients"), QT_TRANSLATE_NOOP("MemoryKinds", "optimizer state"),
        QT_TRANSLATE_NOOP("MemoryKinds", "activations"), QT_TRANSLATE_NOOP("MemoryKinds", "logits"),
        QT_TRANSLATE_NOOP("MemoryKinds", "gathered layers"), QT_TRANSLATE_NOOP("MemoryKinds", "buffers"),
        QT_TRANSLATE_NOOP("MemoryKinds", "reserve")};
    return translated(labels[kind]);
}

QStringList memoryLines(const MemoryUse& use)
{
    QStringList lines;
    for (std::size_t i = 0; i < memory_kinds.size(); ++i)
        if (const double bytes = use.*memory_kinds[i].bytes; bytes > 0)
            lines << QStringLiteral("%1: %2, %3")
                         .arg(memoryLabel(i), text(bytes, Unit::bytes), text(bytes / use.total(), Unit::ratio));
    return lines;
}

QString memoryHeadroom(const MemoryUse& use)
{
    const double free = use.capacity - use.total();
    return free >= 0 ? translated("%1 free").arg(text(free, Unit::bytes))
                     : translated("%1 too much").arg(text(-free, Unit::bytes));
}

std::string memoryColumns()
{
    std::string columns;
    for (const MemoryKind& kind : memory_kinds)
        columns += fmt::format("{}_bytes,", kind.id);
    return columns + "capacity_bytes";
}

std::string memoryValues(const MemoryUse& use)
{
    std::string values;
    for (const MemoryKind& kind : memory_kinds)
        values += fmt::format("{},", use.*kind.bytes);
    return values + fmt::format("{}", use.capacity);
}

void drawCapacity(QPainter& painter, const QRectF& area, double y, const MemoryUse& use, const QFont& font,
    ThemeMode mode, Qt::AlignmentFlag side)
{
    if (!(use.capacity > 0) || y < area.top() || y > area.bottom())
        return;
    const Theme& colors = theme(mode);
    const QColor color = use.fits() ? colors.text : colors.warning;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    const QFont strong = roleFont(font, FontRole::strong);
    const QString words = translated("capacity %1: %2").arg(text(use.capacity, Unit::bytes), memoryHeadroom(use));
    const QSizeF size = textSize(strong, words) + QSizeF(8, 0);
    const double left = side == Qt::AlignRight ? area.right() - size.width() - 4 : area.left() + 4;
    const QRectF above(QPointF(left, y - size.height() - 2), size);
    drawTag(painter, pushedInside(above, area), words, strong, color, mode);
}

} // namespace kneepoint
