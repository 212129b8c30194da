// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Tables in text: CSV (comma, semicolon or tab, quoted cells), Markdown, drawn with boxes, or columns of spaces.
namespace kneepoint {

struct TableRow {
    std::vector<std::string> cells;
    std::string place; ///< "line 12"
};

struct TextTable {
    std::vector<std::string> columns;
    std::vector<TableRow> rows; ///< not always as long as the columns
    std::string heading;        ///< the last Markdown heading above it
    char separator = '|';       ///< between cells

    /// The first column whose plainKey is this one.
    [[nodiscard]] std::optional<std::size_t> column(std::string_view key) const;
};

/// All tables of the text: those of Markdown or drawn, or else what it is as CSV and what it is as columns of spaces,
/// of which a reader knows its own by the headings. At most a million cells are read.
[[nodiscard]] std::vector<TextTable> tablesOf(std::string_view text);
/// The first of them; empty if there is none.
[[nodiscard]] TextTable firstTable(std::string_view text);

} // namespace kneepoint
