// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/fit_chance.h"

#include "model/constants/physics.h"
#include "model/cost/memory_use.h"
#include "model/units/statistics.h"

#include <cmath>

namespace kneepoint {

double fitChance(const MemoryUse& use)
{
    const double needed = use.total();
    if (needed <= 0)
        return 1;
    if (use.capacity <= 0)
        return 0;
    return normalBelow(-std::log(needed / use.capacity), use.spread);
}

double memoryIntervalFactor(const MemoryUse& use)
{
    return std::exp(deviations_of_nine_in_ten * use.spread);
}

} // namespace kneepoint
