// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/tables.h"

#include "model/constants/physics.h"

#include <fmt/format.h>

#include <utility>

namespace kneepoint {
namespace {

constexpr double percent = 100;

Cell shareCell(const RanOutcomes& outcomes, double share)
{
    return textCell(outcomes.rows > 0 ? fmt::format("{:.1f} %", percent * share) : "–");
}

} // namespace

void addColumns(Table& table, std::span<const ErrorFigure> figures)
{
    for (const ErrorFigure& figure : figures)
        table.columns.push_back({std::string(figure.id), std::string(figure.label)});
}

void addCells(std::vector<Cell>& row, std::span<const ErrorFigure> figures, const ErrorSummary& errors)
{
    for (const ErrorFigure& figure : figures)
        row.push_back(textCell(valueText(figure, errors)));
}

Json errorsJson(std::span<const ErrorFigure> figures, const ErrorSummary& errors)
{
    Json json;
    for (const ErrorFigure& figure : figures) {
        const std::optional<double> value = figure.value(errors);
        json[figure.id] = value ? number(*value) : Json();
    }
    return json;
}

Table ranTable(std::span<const RanMemory> runs)
{
    Table table{{{"series", "series", false}}, {}};
    for (const auto& [key, heading] :
        {std::pair{"all", "runs"}, {"recompute_stated", "recomputation stated"}, {"recompute_open", "not stated"}}) {
        table.columns.push_back({key, heading});
        table.columns.push_back({std::string(key) + "_too_large", "does not fit"});
        table.columns.push_back(
            {std::string(key) + "_unlikely", fmt::format("below {:.0f} %", percent * likely_fit_chance)});
    }
    for (const RanSummary& series : summarizeRan(runs)) {
        auto& row = table.rows.emplace_back(std::vector{textCell(series.series)});
        for (const RanOutcomes& outcomes : {series.all(), series.stated, series.open}) {
            row.push_back(textCell(fmt::format("{}", outcomes.rows)));
            row.push_back(shareCell(outcomes, outcomes.tooLargeShare()));
            row.push_back(shareCell(outcomes, outcomes.unlikelyShare()));
        }
    }
    return table;
}

} // namespace kneepoint
