// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace kneepoint {

using Json = nlohmann::ordered_json;

/// A value in full precision, and as formatted text.
struct Cell {
    Json value;
    std::string text;
};

/// A cell whose value and text are the same.
[[nodiscard]] Cell textCell(std::string_view text);

struct Column {
    std::string key;     ///< name in JSON and CSV
    std::string heading; ///< for people; if empty, the text omits the column
    bool numeric = true; ///< right-aligned in the text
    int min_width = 0;
};

/// The rows of a listing, written as aligned text, as CSV or as a JSON array of objects.
struct Table {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
};

[[nodiscard]] std::string tableText(const Table& table);
[[nodiscard]] std::string tableCsv(const Table& table);
[[nodiscard]] Json tableJson(const Table& table);

/// Width of a text in a terminal, counted in code points.
[[nodiscard]] std::size_t textWidth(std::string_view text);

/// Whole numbers as JSON integers (worker counts), all others as they are.
[[nodiscard]] Json number(double value);

} // namespace kneepoint
