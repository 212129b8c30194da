// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/figures_json.h"

#include "model/analysis/analysis.h"

#include <algorithm>
#include <initializer_list>

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

} // namespace

Figures evalFigures()
{
    return metricsUpTo(Prominence::detail);
}

Figures rooflineFigures()
{
    return figuresOf({MetricGroup::roofs, MetricGroup::ridges, MetricGroup::operating_point});
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

} // namespace kneepoint
