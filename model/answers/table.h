// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
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

/// An array of objects, one for each row.
[[nodiscard]] Json tableJson(const Table& table);

/// Whole numbers as JSON integers (worker counts), all others as they are.
[[nodiscard]] Json number(double value);
/// The value as JSON, null for none.
[[nodiscard]] Json valueJson(std::optional<double> value);
/// true or false; null if it does not apply.
[[nodiscard]] Json answerJson(std::optional<bool> answer);

/// Indented, with a newline at the end; bytes that are not UTF-8 are replaced.
[[nodiscard]] std::string jsonText(const Json& json);

} // namespace kneepoint
