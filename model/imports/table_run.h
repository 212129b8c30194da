// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/cell_text.h"
#include "model/imports/column_meaning.h"
#include "model/imports/table_text.h"

#include <string>
#include <vector>

/// Rows of a table as runs.
namespace kneepoint {

inline constexpr double usual_node = 8; ///< GPUs of a node where the table does not state them

/// A run of a table, and what it shares with others of its series.
struct TableRun {
    EvidenceRow row;
    double gpus = 0, nodes = 0, per_node = 0, tokens_per_s = 0, tokens_per_gpu = 0, examples_per_gpu = 0;
    std::string series;
    std::string differs; ///< what contradicts the measurement that is used
    std::vector<SkippedItem> skipped;
};

/// What a table's columns are, found once.
struct ColumnKinds {
    std::vector<ColumnMeaning> meanings;
    std::vector<Marks> marks;
    std::vector<bool> vary; ///< along a series, used or not
    std::string unused;     ///< headings of columns with numbers that mean nothing here, or repeat a measure
    std::vector<SkippedItem> skipped;
};

[[nodiscard]] ColumnKinds kindsOf(const TextTable& table);

/// What a column means, of one that leaves it to its cells by the unit that they all state.
[[nodiscard]] ColumnMeaning meaningIn(const TextTable& table, std::size_t column);

/// The run of a row; without measurements if it states none, or no size.
[[nodiscard]] TableRun runOf(const TextTable& table, const TableRow& row, const ColumnKinds& columns);

} // namespace kneepoint
