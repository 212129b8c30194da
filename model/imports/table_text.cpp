// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/table_text.h"

#include "model/imports/json_text.h"
#include "model/units/text_fields.h"

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

/// "|---|:--:|", "+---+---+"
bool isRule(std::string_view line)
{
    line = trimmed(line);
    return contains(line, "--") && line.find_first_of("|+") != std::string_view::npos
        && line.find_first_not_of("|+-=: \t") == std::string_view::npos;
}

/// A text whose tables are drawn with Unicode's box characters, drawn with "|", "-" and "+".
std::string withoutBoxes(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view c = text.substr(at, 3);
        if (!c.starts_with("\xe2\x94") && !c.starts_with("\xe2\x95")) { // U+2500 to U+257F
            plain += text[at];
            continue;
        }
        constexpr std::string_view vertical = "│┃┆┇┊┋║╎╏", horizontal = "─━┄┅┈┉═╌╍";
        plain += vertical.find(c) != std::string_view::npos ? '|'
            : horizontal.find(c) != std::string_view::npos  ? '-'
                                                            : '+';
        at += 2;
    }
    return plain;
}

/// Cells between at least two spaces.
std::vector<std::string> spacedCells(std::string_view line)
{
    std::vector<std::string> cells;
    line = trimmed(line);
    while (!line.empty()) {
        const std::size_t end = line.find("  ");
        cells.emplace_back(trimmed(line.substr(0, end)));
        line = end == std::string_view::npos ? std::string_view() : trimmed(line.substr(end));
    }
    return cells;
}

/// Columns that stand under each other: a line of headings, perhaps one of dashes, and lines of as many cells.
TextTable spacedTable(const std::vector<std::string_view>& lines)
{
    TextTable table;
    table.separator = ' ';
    std::size_t cells = 0;
    for (std::size_t i = 0; i < lines.size() && cells < most_cells; ++i) {
        const std::vector<std::string> row = spacedCells(lines[i]);
        if (row.empty() && !table.rows.empty())
            break;
        const bool is_rule = !row.empty() && trimmed(lines[i]).find_first_not_of("-= ") == std::string_view::npos;
        if (row.empty() || is_rule || (table.rows.empty() && row.size() < 2))
            continue;
        cells += row.size();
        if (table.rows.empty() && row.size() != table.columns.size())
            table.columns = row; // a line of text before has no row below it
        else                     // a row with another number of cells is none, as it is not known which are missing
            table.rows.push_back(
                {row.size() == table.columns.size() ? row : std::vector<std::string>(), fmt::format("line {}", i + 1)});
    }
    return table;
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
        for (++i; i < lines.size() && lines[i].find_first_of("|+") != std::string_view::npos && cells < most_cells;
             ++i) {
            if (isRule(lines[i]))
                continue;
            if (!contains(lines[i], "|"))
                break;
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
    text = withoutMark(text);
    const bool is_drawn = contains(text, "\xe2\x94") || contains(text, "\xe2\x95");
    const std::string plain = is_drawn ? withoutBoxes(text) : std::string();
    const std::vector<std::string_view> lines = linesOf(is_drawn ? plain : text);
    std::vector<TextTable> tables = markdownTables(lines);
    if (!tables.empty())
        return tables;
    tables.push_back(csvTable(lines));
    tables.push_back(spacedTable(lines));
    std::erase_if(tables, [](const TextTable& table) { return table.rows.empty(); });
    return tables;
}

TextTable firstTable(std::string_view text)
{
    std::vector<TextTable> tables = tablesOf(text);
    return tables.empty() ? TextTable() : std::move(tables.front());
}

} // namespace kneepoint
