// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/edit.h"

#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {

bool isOutOfRange(const Edit& edit)
{
    return std::ranges::any_of(edit, [](const Setting& x) { return !checkValue(*x.parameter, x.value); });
}

Result<void> checkScenario(const Scenario& s)
{
    for (const Parameter& p : catalogue())
        if (auto checked = checkValue(p, p.get(s)); !checked)
            return checked;
    return {};
}

} // namespace kneepoint
