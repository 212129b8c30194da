// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory.h"
#include "widgets/charts/kit/csv_table.h"
#include "widgets/theme/fill.h"

#include <QStringList>

#include <string>
#include <vector>

class QPainter;

/// What the charts of memory share: how each of memory_kinds looks, reads and is written. What stays the whole step is
/// solid; what comes and goes is hatched in the hue of what it belongs to.
namespace kneepoint {

[[nodiscard]] Fill memoryFill(std::size_t kind);
[[nodiscard]] QString memoryLabel(std::size_t kind);

/// "activations: 12 GB, 23 %" of every kind there is.
[[nodiscard]] QStringList memoryLines(const MemoryUse& use);
/// "28 GB free", "10 GB too much".
[[nodiscard]] QString memoryHeadroom(const MemoryUse& use);

/// A table of every kind and the capacity, in bytes, without rows yet, and a row of it.
[[nodiscard]] CsvTable memoryTable(const std::string& key);
[[nodiscard]] std::vector<std::string> memoryRow(const std::string& key, const MemoryUse& use);

/// The line of the capacity at height y, with what is free at its right end, whose place is returned; nothing where
/// that is out of sight.
QRectF drawCapacity(
    QPainter& painter, const QRectF& area, double y, const MemoryUse& use, const QFont& font, ThemeMode mode);

} // namespace kneepoint
