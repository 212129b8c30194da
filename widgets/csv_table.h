// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A field of a CSV file: quoted where it has a comma, a quote or a line break. A text that a spreadsheet would run as
/// a formula (it begins with =, +, - or @ and is not a number) gets an apostrophe in front, which spreadsheets take as
/// a mark of plain text.
[[nodiscard]] std::string csvField(std::string_view text);

/// Data for a CSV file. The first columns are the keys of a row.
struct CsvTable {
    std::vector<std::string> columns;
    std::size_t keys = 1; ///< number of key columns
    std::vector<std::vector<std::string>> rows;

    /// A row of texts and numbers, these in full.
    template <class... Values> void add(const Values&... values) { rows.push_back({fmt::format("{}", values)...}); }
};

/// Joins the table with another one of the same kind, whose column names get the suffix "_a", by keys. Rows that only
/// one of them has leave the columns of the other empty.
[[nodiscard]] CsvTable besideReference(CsvTable shown, const CsvTable& pinned);

/// A header line and one line per row, of csvField().
[[nodiscard]] std::string csvText(const CsvTable& table);

} // namespace kneepoint
