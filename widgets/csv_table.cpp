// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/csv_table.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace kneepoint {
namespace {

using Row = std::vector<std::string>;

bool isNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool isFormula(std::string_view text)
{
    constexpr std::string_view formula_starts = "=+-@\t\r";
    return !text.empty() && formula_starts.find(text.front()) != std::string_view::npos && !isNumber(text);
}

bool haveSameKey(const Row& a, const Row& b, std::size_t keys)
{
    return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(keys), b.begin());
}

std::string lineOf(const Row& row)
{
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0)
            line += ',';
        line += csvField(row[i]);
    }
    return line + '\n';
}

} // namespace

std::string csvField(std::string_view text)
{
    std::string plain;
    if (isFormula(text))
        plain += '\'';
    plain += text;
    if (plain.find_first_of(",\"\n\r") == std::string::npos)
        return plain;
    std::string quoted = "\"";
    for (const char c : plain)
        quoted.append(c == '"' ? 2 : 1, c);
    quoted += '"';
    return quoted;
}

CsvTable besideReference(CsvTable shown, const CsvTable& pinned)
{
    const std::size_t width = shown.columns.size();
    for (std::size_t i = shown.keys; i < width; ++i)
        shown.columns.push_back(shown.columns[i] + "_a");
    const std::size_t count = pinned.rows.size();
    std::vector<bool> taken(count);
    std::size_t next = 0;
    // Both tables mostly go the same way, so that the twin is the next one.
    const auto takeTwin = [&](const Row& row) -> const Row* {
        for (std::size_t tried = 0; tried < count; ++tried) {
            const std::size_t i = (next + tried) % count;
            if (taken[i] || !haveSameKey(row, pinned.rows[i], shown.keys))
                continue;
            taken[i] = true;
            next = i + 1;
            return &pinned.rows[i];
        }
        return nullptr;
    };
    const auto key_end = static_cast<std::ptrdiff_t>(shown.keys);
    for (Row& row : shown.rows) {
        if (const Row* twin = takeTwin(row))
            row.insert(row.end(), twin->begin() + key_end, twin->end());
        row.resize(shown.columns.size());
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (taken[i])
            continue;
        Row row(pinned.rows[i].begin(), pinned.rows[i].begin() + key_end);
        row.resize(width);
        row.insert(row.end(), pinned.rows[i].begin() + key_end, pinned.rows[i].end());
        shown.rows.push_back(std::move(row));
    }
    return shown;
}

std::string csvText(const CsvTable& table)
{
    std::string text = lineOf(table.columns);
    for (const Row& row : table.rows)
        text += lineOf(row);
    return text;
}

} // namespace kneepoint
