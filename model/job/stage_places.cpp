// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/stage_places.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// The greatest common divisor of two numbers of GPUs, which need not be whole on a curve.
double commonDivisor(double a, double b)
{
    constexpr double rounding = 1e-6;
    while (b > rounding * a) {
        const double rest = std::fmod(a, b);
        a = b;
        b = a - rest > rounding * a ? rest : 0;
    }
    return a;
}

} // namespace

/// Of p·s GPUs in a row, s transfers cross each border of a node between them. In many such rows one after another, a
/// border lies within one unless it is also the end of a row, as one in (p·s / gcd) is.
double StagePlaces::crossing(double size) const
{
    const double row = stages * stride;
    if (stages <= 1 || pipelines * row <= size)
        return 0;
    const double borders = pipelines > 1 ? (row - commonDivisor(row, size)) / size : std::ceil(row / size) - 1;
    return std::clamp(borders, 0.0, stages - 1);
}

PairLink stageLink(const Fabric& f, const StagePlaces& places)
{
    if (places.crossing(f.node_gpus) <= 0)
        return pairLink(groupLinks(f, {places.stages, places.stride, places.torus_gpus}), true);
    const double beyond_leaf = places.crossing(f.leaf_gpus) > 0 ? f.oversubscription : 1;
    return {f.nic_Bps / beyond_leaf, f.port_latency_s};
}

} // namespace kneepoint
