// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {

std::string figuresText(const std::vector<FigureGroup>& groups)
{
    std::size_t width = 0;
    for (const FigureGroup& group : groups)
        for (const Figure& figure : group.figures)
            width = std::max(width, textWidth(figure.label));
    std::string text;
    for (const FigureGroup& group : groups) {
        text += fmt::format("\n{}\n", group.heading);
        for (const Figure& figure : group.figures)
            text += fmt::format("  {}{}  {}\n", figure.label, std::string(width - textWidth(figure.label), ' '),
                formatQuantity(figure.value, figure.unit));
    }
    return text;
}

Table figuresTable(const std::vector<FigureGroup>& groups)
{
    Table table{{{"quantity", "quantity", false}, {"value", "value"}, {"unit", "unit", false}}, {}};
    for (const FigureGroup& group : groups)
        for (const Figure& figure : group.figures)
            table.rows.push_back({textCell(figure.key), {figure.value, formatQuantity(figure.value, figure.unit)},
                textCell(baseUnit(figure.unit))});
    return table;
}

} // namespace kneepoint
