// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/table_text.h"

#include <algorithm>

namespace kneepoint {
namespace {

std::string padded(const std::string& text, std::size_t width, bool right)
{
    const std::string gap(width - std::min(width, textWidth(text)), ' ');
    return right ? gap + text : text + gap;
}

void appendLine(std::string& out, std::string line)
{
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
}

} // namespace

std::string tableText(const Table& table)
{
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const Column& column = table.columns[i];
        std::size_t width = std::max(static_cast<std::size_t>(column.min_width), textWidth(column.heading));
        for (const auto& row : table.rows)
            width = std::max(width, textWidth(row[i].text));
        widths.push_back(width);
    }
    std::string out;
    const auto addRow = [&](auto textOf) {
        std::string line;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            if (!table.columns[i].heading.empty())
                line += (line.empty() ? "" : "  ") + padded(textOf(i), widths[i], table.columns[i].numeric);
        appendLine(out, line);
    };
    addRow([&](std::size_t i) { return table.columns[i].heading; });
    for (const auto& row : table.rows)
        addRow([&](std::size_t i) { return row[i].text; });
    return out;
}

std::string tableMarkdown(const Table& table)
{
    std::string heads, rule, rows;
    for (const Column& column : table.columns) {
        if (column.heading.empty())
            continue;
        heads += "| " + column.heading + " ";
        rule += column.numeric ? "|---:" : "|---";
    }
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!table.columns[i].heading.empty())
                rows += "| " + markdownCell(row[i].text) + " ";
        rows += "|\n";
    }
    return heads + "|\n" + rule + "|\n" + rows;
}

std::string markdownCell(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|')
            out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

std::size_t textWidth(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace kneepoint
