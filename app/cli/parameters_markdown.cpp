// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parameters_markdown.h"

#include "app/cli/figures.h"
#include "model/scenario/catalogue.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

constexpr std::string_view head =
    R"(<!-- Made by `kneepoint parameters --markdown`; change model/scenario/catalogue.cpp instead. -->
# Parameters

Every knob of a scenario. The ids are the keys of scenario files and what `--set id=value` takes; values may carry
units ("400 Gbit/s") and be expressions ("2*1024"). Bare numbers in files are in the unit of the column.
)";

constexpr std::string_view table_head = R"(
| Id | Label | Unit | Range | Default | Help | Formula | Source |
|---|---|---|---|---|---|---|---|
)";

/// Text inside a table: a bar would end the cell, a line break the row.
std::string cell(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|')
            out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

std::string row(const Parameter& p)
{
    const std::string label = p.symbol.empty() ? std::string(p.label) : fmt::format("{} ({})", p.label, p.symbol);
    return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", p.id, cell(label), baseUnit(p.unit),
        cell(rangeText(p)), cell(valueText(p, p.defaultValue())), cell(p.help), cell(p.formula), cell(p.source));
}

} // namespace

std::string parametersMarkdown()
{
    std::string page(head);
    for (std::size_t i = 0; i < group_count; ++i) {
        const auto group = static_cast<Group>(i);
        std::string rows;
        for (const Parameter& p : catalogue())
            if (p.group == group)
                rows += row(p);
        if (!rows.empty())
            page += fmt::format("\n## {}\n{}{}", groupLabel(group), table_head, rows);
    }
    return page;
}

} // namespace kneepoint
