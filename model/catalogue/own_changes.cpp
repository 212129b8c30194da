// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/own_changes.h"

#include "model/catalogue/derive.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {

std::vector<OwnChange> ownChanges(
    const Scenario& from, const Scenario& to, const Calibration& calibration, std::span<const OwnChange> known)
{
    const auto without = [&](const Parameter& p) {
        const auto found = std::ranges::find(known, &p, &OwnChange::parameter);
        return found == known.end() ? p.get(withdrawn(to, p, calibration)) : found->before;
    };
    std::vector<OwnChange> changes;
    for (const Parameter& p : catalogue()) {
        if (!isStated(p, to))
            continue;
        const bool before = isStated(p, from);
        if (!before || statedValue(p, from) != statedValue(p, to))
            changes.push_back({&p, before ? statedValue(p, from) : without(p)});
    }
    return changes;
}

} // namespace kneepoint
