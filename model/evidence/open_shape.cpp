// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/open_shape.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

std::vector<double> plausibleHeads(double hidden, double tensor_parallel)
{
    constexpr double narrowest = 64, widest = 256, usual = 128;
    std::vector<double> heads;
    for (double width = narrowest; width <= widest; ++width)
        if (std::fmod(hidden, width * std::max(1.0, tensor_parallel)) == 0)
            heads.push_back(hidden / width);
    std::ranges::stable_sort(heads, {}, [&](double n) { return std::abs(std::log(hidden / n / usual)); });
    return heads.empty() ? std::vector{std::max(1.0, std::round(hidden / usual))} : heads;
}

} // namespace kneepoint
