// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/help_texts.h"

#include "model/answers/figures_json.h"
#include "model/catalogue/catalogue.h"

#include <fmt/format.h>

namespace kneepoint {

std::string parameterLines()
{
    constexpr std::size_t most_choices = 8;
    std::string lines;
    for (const Parameter& p : catalogue()) {
        const bool long_list = p.scale == Scale::choice && p.choices().size() > most_choices;
        const std::string range = long_list ? fmt::format("one of {} ids", p.choices().size()) : rangeText(p);
        const std::string_view unit = baseUnit(p.unit);
        lines += fmt::format("    {} ({}{}{}): {}\n", p.id, range, unit.empty() ? "" : "; numbers in ", unit, p.label);
    }
    return lines;
}

std::string metricLines()
{
    std::string lines;
    for (const Metric* m : evalFigures()) {
        const std::string_view unit = baseUnit(m->unit);
        lines += unit.empty() ? fmt::format("    {}: {}\n", m->id, m->label)
                              : fmt::format("    {} ({}): {}\n", m->id, unit, m->label);
    }
    return lines;
}

} // namespace kneepoint
