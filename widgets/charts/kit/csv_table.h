// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace kneepoint {

/// Data of a chart on its way to a CSV file. The first columns say what a row is about.
struct CsvTable {
    std::vector<std::string> columns;
    std::size_t keys = 1; ///< of the columns
    std::vector<std::vector<std::string>> rows;
};

/// The table with the columns of another one of the same kind beside it, their names ending in "_a"; rows belong
/// together where their keys agree. Rows that only one of the two has leave the columns of the other empty.
[[nodiscard]] CsvTable besideReference(CsvTable shown, const CsvTable& pinned);

/// A header line and one line a row; fields with commas or quotes are quoted.
[[nodiscard]] std::string csvText(const CsvTable& table);

} // namespace kneepoint
