// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/preset_values.h"

#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"

#include <set>

namespace kneepoint {
namespace {

std::set<const Parameter*> setByPresets()
{
    std::set<const Parameter*> found;
    const Calibration calibration = shippedCalibration();
    for (const Parameter& choice : catalogue()) {
        if (choice.scale != Scale::choice || !choice.headline)
            continue;
        const Scenario before;
        for (std::size_t i = 0; i < choice.choices().size(); ++i) {
            Scenario after = before;
            choice.edit(after, static_cast<double>(i), calibration);
            for (const Parameter& p : catalogue())
                if (p.group == choice.group && &p != &choice && p.get(before) != p.get(after))
                    found.insert(&p);
        }
    }
    return found;
}

} // namespace

bool isSetByPreset(const Parameter& p)
{
    static const std::set<const Parameter*> all = setByPresets();
    return all.contains(&p);
}

} // namespace kneepoint
