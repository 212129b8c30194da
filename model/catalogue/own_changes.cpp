// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/own_changes.h"

#include "model/catalogue/prices.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {
namespace {

using Numbers = std::vector<const Parameter*>;

Numbers differing(const Scenario& from, const Scenario& to)
{
    Numbers found;
    for (const Parameter& p : catalogue())
        if (p.scale != Scale::choice && p.get(from) != p.get(to))
            found.push_back(&p);
    return found;
}

/// Of these, the one whose edit leaves the fewest differences, because it brings others along: fewer GPUs change the
/// global batch, not the other way round. Among equals, the first.
const Parameter* mostExplaining(
    const Numbers& open, const Scenario& from, const Scenario& to, const Calibration& calibration)
{
    const Parameter* best = open.front();
    std::size_t fewest = open.size();
    constexpr std::size_t most_tried = 12; // many differences are not a few edits
    for (const Parameter* p : open.size() <= most_tried ? open : Numbers()) {
        Scenario tried = from;
        p->edit(tried, p->get(to), calibration);
        if (const std::size_t left = differing(tried, to).size(); left < fewest) {
            fewest = left;
            best = p;
        }
    }
    return best;
}

} // namespace

std::vector<OwnChange> ownChanges(const Scenario& from, const Scenario& to, const Calibration& calibration)
{
    std::vector<OwnChange> changes;
    if (from == to)
        return changes;
    Scenario expected = from;
    const auto explain = [&](const Parameter& p) {
        changes.push_back({&p, p.get(expected)});
        p.edit(expected, p.get(to), calibration);
    };
    for (const Parameter& p : catalogue())
        if (p.scale == Scale::choice && p.get(expected) != p.get(to))
            explain(p);
    // A price of the list belongs to the hardware.
    if (isListed(from.cluster, shippedPrices()) && isListed(to.cluster, shippedPrices()))
        expected.cluster.price_per_gpu_hour = to.cluster.price_per_gpu_hour;
    const auto isExplained = [&](const Parameter* p) {
        return std::ranges::find(changes, p, &OwnChange::parameter) != changes.end();
    };
    for (Numbers open = differing(expected, to); !open.empty(); open = differing(expected, to)) {
        std::erase_if(open, isExplained);
        if (open.empty())
            break;
        explain(*mostExplaining(open, expected, to, calibration));
    }
    // An edit may have changed a value that was explained before.
    for (const Parameter& p : catalogue())
        if (p.get(expected) != p.get(to) && !isExplained(&p))
            changes.push_back({&p, p.get(from)});
    std::erase_if(changes, [&](const OwnChange& change) { return change.before == change.parameter->get(to); });
    return changes;
}

} // namespace kneepoint
