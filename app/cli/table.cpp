// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include "widgets/csv_table.h"

#include <algorithm>
#include <iterator>

namespace kneepoint {
namespace {

std::string csvCell(const Json& value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? value.get_ref<const std::string&>() : value.dump();
}

} // namespace

std::string tableCsv(const Table& table)
{
    CsvTable csv;
    std::ranges::transform(table.columns, std::back_inserter(csv.columns), &Column::key);
    for (const auto& row : table.rows) {
        std::vector<std::string>& cells = csv.rows.emplace_back();
        std::ranges::transform(row, std::back_inserter(cells), [](const Cell& cell) { return csvCell(cell.value); });
    }
    return csvText(csv);
}

} // namespace kneepoint
