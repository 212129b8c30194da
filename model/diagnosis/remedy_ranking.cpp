// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/remedy_ranking.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kneepoint {

double targetValue(Target target, const Outcome& o)
{
    switch (target) {
    case Target::speed:
        return o.useful_per_s;
    case Target::cost:
        return o.useful_per_dollar;
    case Target::memory:
        return 1 / o.memory_bytes;
    }
    return 0;
}

double gainOf(Target target, const Outcome& before, const Outcome& after)
{
    return targetValue(target, after) / targetValue(target, before) - 1;
}

double weightOf(Effort effort)
{
    static constexpr std::array<double, 5> weights{1, 0.8, 0.6, 0.25, 0.3};
    return weights[static_cast<std::size_t>(effort)];
}

double batchGrowth(const Outcome& before, const Outcome& after)
{
    return after.global_batch / before.global_batch * (after.text / before.text);
}

double weightOf(Effort effort, const Outcome& before, const Outcome& after)
{
    const double growth = batchGrowth(before, after);
    if (growth <= 1.01)
        return weightOf(effort);
    return std::min(weightOf(effort), weightOf(growth <= 2 ? Effort::convergence : Effort::lossy));
}

double costIncrease(const Outcome& before, const Outcome& after)
{
    return std::max(0.0, before.useful_per_dollar / after.useful_per_dollar - 1);
}

double durationIncrease(const Outcome& before, const Outcome& after)
{
    return std::max(0.0, before.useful_per_s / after.useful_per_s - 1);
}

double worthOf(Target target, double weight, const Outcome& before, const Outcome& after)
{
    const double gain = gainOf(target, before, after);
    switch (target) {
    case Target::speed:
        return weight * gain - costIncrease(before, after);
    case Target::cost:
        return weight * gain - durationIncrease(before, after) / 2;
    case Target::memory:
        return after.fits ? weight * after.useful_per_s : -after.memory_bytes;
    }
    return 0;
}

} // namespace kneepoint
