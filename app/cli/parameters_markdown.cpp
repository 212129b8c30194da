// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parameters_markdown.h"

#include "app/cli/markdown.h"
#include "model/scenario/catalogue.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

constexpr std::string_view head =
    R"(<!-- Made by `kneepoint parameters --markdown`; change model/scenario/catalogue.cpp instead. -->
# Parameters

Every knob of a scenario. The ids are the keys of scenario files and what `--set id=value` takes; values may carry
units ("400 Gbit/s") and be expressions ("2*1024"). Bare numbers in files are in the unit of the column. "Computed by" is
the function of the model that holds the formula.
)";

constexpr std::string_view table_head = R"(
| Id | Label | Unit | Range | Default | Help | Formula | Computed by | Source |
|---|---|---|---|---|---|---|---|---|
)";

std::string row(const Parameter& p)
{
    const std::string label = p.symbol.empty() ? std::string(p.label) : fmt::format("{} ({})", p.label, p.symbol);
    return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} | {} |\n", p.id, markdownCell(label),
        baseUnit(p.unit), markdownCell(rangeText(p)), markdownCell(valueText(p, p.defaultValue())),
        markdownCell(p.help), markdownCell(p.formula), p.computed_by, markdownCell(p.source));
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
