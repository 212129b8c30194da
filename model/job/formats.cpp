// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/formats.h"

#include "model/scenario/scenario.h"

#include <algorithm>
#include <span>

namespace kneepoint {

Precision nativePrecision(const Cluster& cluster, Precision asked)
{
    constexpr auto narrow = static_cast<std::size_t>(Precision::fp8);
    auto index = static_cast<std::size_t>(asked);
    const auto gains = [&] {
        const double peak = cluster.peak[index];
        const std::span wider(cluster.peak.begin(), index);
        return peak > 0 && (index < narrow || peak > std::ranges::max(wider));
    };
    while (index > 0 && !gains())
        --index;
    return static_cast<Precision>(index);
}

} // namespace kneepoint
