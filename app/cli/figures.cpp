// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures.h"

#include "model/results/feasibility.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {

namespace {

/// "  Step time  2.41 s  (2.1 s … 2.8 s)", with a star for a figure that does not hold.
std::string line(const Metric& m, const Analysis& a, std::size_t width)
{
    const std::string name = nameText(m, a);
    const std::string interval = intervalText(m, a);
    return fmt::format("  {}{}  {}{}{}\n", name, std::string(width - textWidth(name), ' '), valueText(m, a),
        interval.empty() ? "" : fmt::format("  ({})", interval), markOf(m, a).empty() ? "" : "  *");
}

} // namespace

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

} // namespace kneepoint
