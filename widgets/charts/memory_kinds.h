// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory.h"
#include "widgets/theme/theme.h"

#include <QStringList>

#include <string>

class QPainter;

/// What the charts of memory share: how each of memory_kinds looks, reads and is written. What stays the whole step is
/// solid; what comes and goes is hatched in the hue of what it belongs to.
namespace kneepoint {

struct MemoryLook {
    Quantity quantity = Quantity::memory;
    bool hatched = false;
};
[[nodiscard]] MemoryLook memoryLook(std::size_t kind);
[[nodiscard]] QBrush memoryBrush(std::size_t kind, ThemeMode mode);
[[nodiscard]] QString memoryLabel(std::size_t kind);

/// "activations: 12 GB, 23 %" of every kind there is.
[[nodiscard]] QStringList memoryLines(const MemoryUse& use);
/// "28 GB free", "10 GB too much".
[[nodiscard]] QString memoryHeadroom(const MemoryUse& use);

/// Columns of a CSV file with every kind and the capacity, in bytes, and a row of them.
[[nodiscard]] std::string memoryColumns();
[[nodiscard]] std::string memoryValues(const MemoryUse& use);

/// The line of the capacity at height y, with what is free at one end; nothing where that is out of sight.
void drawCapacity(QPainter& painter, const QRectF& area, double y, const MemoryUse& use, const QFont& font,
    ThemeMode mode, Qt::AlignmentFlag side = Qt::AlignLeft);

} // namespace kneepoint
