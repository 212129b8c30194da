// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/own_changes.h"

#include "model/catalogue/prices.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {

std::vector<OwnChange> ownChanges(const Scenario& from, const Scenario& to, const Calibration& calibration)
{
    std::vector<OwnChange> changes;
    if (from == to)
        return changes;
    Scenario expected = from;
    const auto explain = [&](bool lists) {
        for (const Parameter& p : catalogue()) {
            if ((p.scale == Scale::choice) != lists)
                continue;
            const double before = p.get(expected);
            if (before == p.get(to))
                continue;
            changes.push_back({&p, before});
            p.edit(expected, p.get(to), calibration);
        }
    };
    explain(true);
    // A price of the list belongs to the hardware.
    if (isListed(from.cluster, shippedPrices()) && isListed(to.cluster, shippedPrices()))
        expected.cluster.price_per_gpu_hour = to.cluster.price_per_gpu_hour;
    explain(false);
    // An edit may have changed a value that was explained before.
    for (const Parameter& p : catalogue())
        if (p.get(expected) != p.get(to)) {
            const bool known = std::ranges::find(changes, &p, &OwnChange::parameter) != changes.end();
            if (!known)
                changes.push_back({&p, p.get(from)});
        }
    std::erase_if(changes, [&](const OwnChange& change) { return change.before == change.parameter->get(to); });
    return changes;
}

} // namespace kneepoint
