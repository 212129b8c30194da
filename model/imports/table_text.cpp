// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/table_text.h"

#include "model/imports/json_text.h"
#include "model/imports/text_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr std::size_t most_cells = 1000000;

/// A line of CSV; quoted cells may contain the separator and doubled quotes, but no line ends.
std::vector<std::string> cellsOf(std::string_view line, char separator)
{
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') {
            if (quoted && i + 1 < line.size() && line[i + 1] == '"')
                cells.back() += line[++i];
            else
                quoted = !quoted;
        } else if (line[i] == separator && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += line[i];
        }
    }
    for (std::string& cell : cells)
        cell = trimmed(cell);
    return cells;
}

std::vector<std::string> markdownCells(std::string_view line)
{
    line = trimmed(line);
    if (line.starts_with('|'))
        line.remove_prefix(1);
    if (line.ends_with('|'))
        line.remove_suffix(1);
    std::vector<std::string> cells;
    for (const std::string_view cell : split(line, '|'))
        cells.emplace_back(cell);
    return cells;
}

/// "|---|:--:|"
bool isRule(std::string_view line)
{
    line = trimmed(line);
    return contains(line, "--") && contains(line, "|") && line.find_first_not_of("|-: \t") == std::string_view::npos;
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    constexpr std::size_t most_lines = 200000;
    while (!text.empty() && lines.size() < most_lines) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::vector<TextTable> markdownTables(const std::vector<std::string_view>& lines)
{
    std::vector<TextTable> tables;
    std::string heading;
    std::size_t cells = 0;
    for (std::size_t i = 0; i < lines.size() && cells < most_cells; ++i) {
        if (trimmed(lines[i]).starts_with('#'))
            heading = trimmed(lines[i].substr(lines[i].find_first_not_of("# \t") == std::string_view::npos
                    ? lines[i].size()
                    : lines[i].find_first_not_of("# \t")));
        if (i == 0 || !isRule(lines[i]) || !contains(lines[i - 1], "|"))
            continue;
        TextTable& table = tables.emplace_back();
        table.columns = markdownCells(lines[i - 1]);
        table.heading = heading;
        for (++i; i < lines.size() && contains(lines[i], "|") && cells < most_cells; ++i) {
            table.rows.push_back({markdownCells(lines[i]), fmt::format("line {}", i + 1)});
            cells += table.rows.back().cells.size();
        }
        --i;
    }
    return tables;
}

/// The separator that occurs most in the header.
char separatorOf(std::string_view header)
{
    constexpr std::string_view candidates = ",;\t";
    return *std::ranges::max_element(
        candidates, {}, [&](char candidate) { return std::ranges::count(header, candidate); });
}

TextTable csvTable(const std::vector<std::string_view>& lines)
{
    TextTable table;
    std::size_t at = 0;
    while (
        at < lines.size() && (trimmed(lines[at]).empty() || lines[at].find_first_of(",;\t") == std::string_view::npos))
        ++at;
    if (at == lines.size())
        return table;
    const char separator = separatorOf(lines[at]);
    table.separator = separator;
    table.columns = cellsOf(lines[at], separator);
    std::size_t cells = 0;
    for (++at; at < lines.size() && cells < most_cells; ++at) {
        if (trimmed(lines[at]).empty())
            continue;
        table.rows.push_back({cellsOf(lines[at], separator), fmt::format("line {}", at + 1)});
        cells += table.rows.back().cells.size();
    }
    return table;
}

} // namespace

std::optional<std::size_t> TextTable::column(std::string_view key) const
{
    const auto found = std::ranges::find(columns, key, [](const std::string& name) { return plainKey(name); });
    return found == columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - columns.begin()));
}

std::vector<TextTable> tablesOf(std::string_view text)
{
    const std::vector<std::string_view> lines = linesOf(withoutMark(text));
    std::vector<TextTable> tables = markdownTables(lines);
    if (tables.empty())
        if (TextTable csv = csvTable(lines); !csv.rows.empty())
            tables.push_back(std::move(csv));
    return tables;
}

TextTable firstTable(std::string_view text)
{
    std::vector<TextTable> tables = tablesOf(text);
    return tables.empty() ? TextTable() : std::move(tables.front());
}

} // namespace kneepoint
