// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/edit.h"

#include <algorithm>

namespace kneepoint {

Scenario applied(const Scenario& s, const Edit& edit)
{
    Scenario t = s;
    for (const Setting& setting : edit)
        setting.parameter->edit(t, setting.value);
    return t;
}

bool isOutOfRange(const Edit& edit)
{
    return std::ranges::any_of(edit, [](const Setting& x) { return !checkValue(*x.parameter, x.value); });
}

} // namespace kneepoint
