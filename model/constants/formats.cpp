// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/formats.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <span>

namespace kneepoint {

Precision nativePrecision(const Cluster& cluster, Precision asked)
{
    constexpr auto narrow = static_cast<std::size_t>(Precision::fp8);
    auto index = static_cast<std::size_t>(unitOf(asked));
    if (unitOf(asked) == Precision::fp4 && !hasFormat(cluster, asked))
        index = narrow;
    const auto gains = [&] {
        const double peak = cluster.peak[index];
        const std::span wider(cluster.peak.begin(), index);
        return peak > 0 && (index < narrow || peak > std::ranges::max(wider));
    };
    while (index > 0 && !gains())
        --index;
    return static_cast<Precision>(index);
}

bool hasFormat(const Cluster& cluster, Precision format)
{
    const auto peak = [&](Precision p) { return cluster.peak[static_cast<std::size_t>(p)]; };
    if (unitOf(format) == format)
        return peak(format) > 0;
    if (peak(Precision::fp4) <= 0 || peak(unitOf(format)) <= 0)
        return false;
    const GpuPreset* gpu = presetAt(gpuPresets(), cluster.gpu);
    return format != Precision::nvfp4 || !gpu || gpu->vendor == "NVIDIA";
}

Precision usedFormat(const Cluster& cluster, Precision asked)
{
    return usedFormat(cluster, asked, nativePrecision(cluster, asked));
}

Precision usedFormat(const Cluster& cluster, Precision asked, Precision native)
{
    const bool named = unitOf(asked) != asked;
    return named && native == unitOf(asked) && hasFormat(cluster, asked) ? asked : native;
}

NarrowScaling scalingOf(Precision asked, NarrowScaling otherwise)
{
    if (asked == Precision::nvfp4)
        return NarrowScaling::tensor;
    return unitOf(asked) == asked ? otherwise : NarrowScaling::block;
}

} // namespace kneepoint
