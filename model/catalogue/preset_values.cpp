// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/preset_values.h"

#include "model/scenario/scenario.h"

namespace kneepoint {

std::vector<const Parameter*> setByPresets(Group group, const Calibration& calibration)
{
    const Scenario before;
    std::vector<Scenario> chosen;
    for (const Parameter& choice : catalogue())
        if (choice.group == group && choice.scale == Scale::choice && choice.headline)
            for (std::size_t i = 0; i < choice.choices().size(); ++i)
                choice.edit(chosen.emplace_back(before), static_cast<double>(i), calibration);
    std::vector<const Parameter*> found;
    for (const Parameter& p : catalogue())
        if (p.group == group && !p.headline)
            for (const Scenario& after : chosen)
                if (p.get(after) != p.get(before)) {
                    found.push_back(&p);
                    break;
                }
    return found;
}

} // namespace kneepoint
