// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/preset_values.h"

#include "model/catalogue/stages.h"

#include <algorithm>

namespace kneepoint {

std::vector<const Parameter*> setByPresets(Group group, const Calibration& calibration)
{
    std::vector<const Parameter*> found;
    for (const Parameter& p : catalogue())
        for (const Parameter& choice : catalogue())
            if (p.group == group && choice.group == group && !p.headline && choice.id != "cluster.machine"
                && std::ranges::find(setByChoice(choice, calibration), &p) != setByChoice(choice, calibration).end())
                found.push_back(&p);
    return found;
}

} // namespace kneepoint
