// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures.h"

#include "model/results/feasibility.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {

namespace {

Figures figuresOf(std::initializer_list<MetricGroup> groups)
{
    Figures figures;
    for (const Metric& m : metrics())
        if (std::ranges::find(groups, m.group) != groups.end())
            figures.push_back(&m);
    return figures;
}

/// "  Step time  2.41 s  (2.1 s … 2.8 s)", with a star for a figure that does not hold.
std::string line(const Metric& m, const Analysis& a, std::size_t width)
{
    const std::string name = nameText(m, a);
    const std::string interval = intervalText(m, a);
    return fmt::format("  {}{}  {}{}{}\n", name, std::string(width - textWidth(name), ' '), valueText(m, a),
        interval.empty() ? "" : fmt::format("  ({})", interval), markOf(m, a).empty() ? "" : "  *");
}

} // namespace

Figures evalFigures()
{
    return metricsUpTo(Prominence::detail);
}

Figures rooflineFigures()
{
    return figuresOf({MetricGroup::roofs, MetricGroup::ridges, MetricGroup::operating_point});
}

std::string figuresText(std::span<const Metric* const> figures, const Analysis& a)
{
    std::size_t width = 0;
    for (const Metric* m : figures)
        width = std::max(width, textWidth(nameText(*m, a)));
    std::string text;
    std::optional<MetricGroup> group;
    bool marked = false;
    for (const Metric* m : figures) {
        if (!applies(*m, a.scenario))
            continue;
        if (group != m->group)
            text += fmt::format("\n{}\n", metricGroupLabel(m->group));
        group = m->group;
        text += line(*m, a, width);
        marked = marked || !markOf(*m, a).empty();
    }
    return marked ? text + fmt::format("\n* The job cannot run as configured: {}.\n", whyItCannotRun(a)) : text;
}

Table figuresTable(std::span<const Metric* const> figures, const Analysis& a)
{
    Table table{{{"quantity", "quantity", false}, {"value", "value"}, {"unit", "unit", false}}, {}};
    for (const Metric* m : figures)
        table.rows.push_back({textCell(m->id), {valueJson(m->value(a)), ""}, textCell(baseUnit(m->unit))});
    return table;
}

Json figuresJson(std::span<const Metric* const> figures, const Analysis& a)
{
    Json json = Json::object();
    for (const Metric* m : figures)
        json[std::string(m->id)] = valueJson(m->value(a));
    return json;
}

Json valueJson(std::optional<double> value)
{
    return value ? Json(*value) : Json();
}

} // namespace kneepoint
