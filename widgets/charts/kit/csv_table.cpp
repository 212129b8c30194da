// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/csv_table.h"

#include "widgets/csv_field.h"

#include <algorithm>

namespace kneepoint {
namespace {

using Row = std::vector<std::string>;

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
