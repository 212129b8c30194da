// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory_use.h"
#include "widgets/csv_table.h"
#include "widgets/theme/fill.h"

#include <QStringList>

#include <string>
#include <vector>

class QPainter;

/// Shared by the memory charts: appearance and labels of each of memory_kinds. Memory in use during the whole step is
/// solid; temporary memory is hatched in the hue of what it belongs to.
namespace kneepoint {

[[nodiscard]] Fill memoryFill(std::size_t kind);
[[nodiscard]] QString memoryLabel(std::size_t kind);

/// "activations: 12 GB, 23 %" for every kind that is present.
[[nodiscard]] QStringList memoryLines(const MemoryUse& use);
/// "28 GB free", "10 GB too much".
[[nodiscard]] QString memoryHeadroom(const MemoryUse& use);

/// A table of all kinds and the capacity, in bytes, without rows, and a row of it.
[[nodiscard]] CsvTable memoryTable(const std::string& key);
[[nodiscard]] std::vector<std::string> memoryRow(const std::string& key, const MemoryUse& use);

/// Draws the capacity line at height y, with the free memory at its right end, and returns the position of that label;
/// nothing if it is not visible.
QRectF drawCapacity(
    QPainter& painter, const QRectF& area, double y, const MemoryUse& use, const QFont& font, ThemeMode mode);

} // namespace kneepoint
