// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/results_markdown.h"

#include "app/cli/markdown.h"
#include "model/analysis/metric.h"
#include "model/validation/error_figure.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

constexpr std::string_view head =
    R"(<!-- Made by `kneepoint metrics --markdown`; change model/analysis/metrics_*.cpp instead. -->
# Results

Every figure that the program shows. The ids are the keys of `eval --json` and the columns of CSV files; values there
are in the unit of the column and in full precision. The last columns name the function that computes the figure and
where its formula comes from.

*The* knee is one figure, `knee`: the number of replicas beyond which scaling efficiency is below the tolerance. Two
others are listed beside it and always named: `knee_gamma` and `knee_curvature`.
)";

constexpr std::string_view table_head = R"(
| Id | Label | Unit | Better | Help | Formula | Computed by | Source |
|---|---|---|---|---|---|---|---|
)";

std::string row(const Metric& m)
{
    const std::string label = m.symbol.empty() ? std::string(m.label) : fmt::format("{} ({})", m.label, m.symbol);
    const std::string_view better = m.better == Better::lower ? "lower" : m.better == Better::higher ? "higher" : "";
    return fmt::format("| `{}` | {} | {} | {} | {} | {} | `{}` | {} |\n", m.id, markdownCell(label), baseUnit(m.unit),
        better, markdownCell(m.help), markdownCell(m.formula), m.computed_by, markdownCell(m.source));
}

constexpr std::string_view errors_head = R"(
## Errors of predictions

What `validate` says of each series, and of all of them together. A table of `model/validation/error_figure.cpp`.

| Id | Label | Unit | Help |
|---|---|---|---|
)";

} // namespace

std::string resultsMarkdown()
{
    std::string page(head);
    for (std::size_t i = 0; i < metric_group_count; ++i) {
        const auto group = static_cast<MetricGroup>(i);
        page += fmt::format("\n## {}\n{}", metricGroupLabel(group), table_head);
        for (const Metric& m : metrics())
            if (m.group == group)
                page += row(m);
    }
    page += errors_head;
    for (const ErrorFigure& figure : errorFigures())
        page += fmt::format("| `{}` | {} | {} | {} |\n", figure.id, figure.label, figure.unit, figure.help);
    return page;
}

} // namespace kneepoint
