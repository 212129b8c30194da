// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/torus.h"

#include "model/constants/physics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kneepoint {
namespace {

constexpr std::size_t most_axes = 3;
constexpr double rounding = 1e-9;
using Sides = std::array<double, most_axes>;

double volume(const Sides& sides)
{
    return sides[0] * sides[1] * sides[2];
}

/// The box of `chips` closest to a cube, with no side longer than its limit: sides are doubled in turn, the last one as
/// far as needed.
Sides boxOf(double chips, const Sides& limits)
{
    Sides box{1, 1, 1};
    double missing = chips;
    while (missing > 1 + rounding) {
        std::size_t shortest = most_axes;
        for (std::size_t i = 0; i < most_axes; ++i)
            if (box[i] < limits[i] && (shortest == most_axes || box[i] < box[shortest]))
                shortest = i;
        if (shortest == most_axes)
            break;
        const double growth = std::min({2.0, missing, limits[shortest] / box[shortest]});
        box[shortest] *= growth;
        missing /= growth;
    }
    return box;
}

Sides sidesOf(const Torus& t)
{
    Sides limits{1, 1, 1};
    for (std::size_t i = 0; i < std::min(most_axes, static_cast<std::size_t>(t.axes)); ++i)
        limits[i] = std::numeric_limits<double>::infinity();
    return boxOf(std::max(1.0, t.chips), limits);
}

/// The axes with wraparound that `chips` fill completely, the others with side 1; all 1 if there are none.
Sides wholeAxes(const Sides& sides, double ring_from, double chips)
{
    for (unsigned set = 1; set < (1U << most_axes) - 1; ++set) {
        Sides filled{1, 1, 1};
        bool closed = true;
        for (std::size_t i = 0; i < most_axes; ++i)
            if (set & (1U << i)) {
                filled[i] = sides[i];
                closed = closed && sides[i] >= ring_from;
            }
        if (closed && std::abs(volume(filled) - chips) < rounding * chips)
            return filled;
    }
    return {1, 1, 1};
}

/// The box that contains the first `chips` of the slice.
Sides placed(const Sides& sides, double ring_from, double chips)
{
    const Sides whole = wholeAxes(sides, ring_from, chips);
    return volume(whole) > 1 ? whole : boxOf(chips, sides);
}

/// The box of a group's members: `inner` is the space between two neighbors, `outer` the whole group.
struct GroupBox {
    Sides inner, outer;
};

GroupBox boxOfGroup(const Sides& sides, double ring_from, double ranks, double stride)
{
    const Sides whole = wholeAxes(sides, ring_from, stride);
    if (stride <= 1)
        return {{1, 1, 1}, placed(sides, ring_from, ranks)};
    if (volume(whole) <= 1)
        return {boxOf(stride, sides), boxOf(stride * ranks, sides)};
    Sides others = sides;
    for (std::size_t i = 0; i < most_axes; ++i)
        if (whole[i] > 1)
            others[i] = 1;
    GroupBox box{whole, placed(others, ring_from, ranks)};
    for (std::size_t i = 0; i < most_axes; ++i)
        box.outer[i] *= whole[i];
    return box;
}

} // namespace

std::vector<TorusSide> torusSides(const Torus& torus)
{
    const Sides sides = sidesOf(torus);
    std::vector<TorusSide> found;
    for (std::size_t i = 0; i < std::min(most_axes, static_cast<std::size_t>(torus.axes)); ++i)
        found.push_back({sides[i], sides[i] >= torus.ring_from});
    return found;
}

TorusShare torusShare(const Torus& torus, double ranks, double stride)
{
    if (ranks <= 1)
        return {};
    const Sides sides = sidesOf(torus);
    const GroupBox box = boxOfGroup(sides, torus.ring_from, ranks, stride);
    const double links = 2.0 * torus.axes;
    double used = 0, cut = 0, hops = 0;
    for (std::size_t i = 0; i < most_axes; ++i) {
        const double gap = box.inner[i], span = box.outer[i], members = span / gap;
        if (members <= 1 + rounding)
            continue;
        const bool closed = span >= sides[i] * (1 - rounding) && sides[i] >= torus.ring_from;
        const double both = closed ? 2 : 1;
        const double part = used > 0 ? std::min(1.0, members - 1) : 1; // of an axis that the group only begins
        used += part * both / gap;
        cut = std::max(cut, part * span / (all_to_all_rate * both));
        hops += closed ? span / 2 : span - gap;
    }
    if (used <= 0)
        return {};
    const double ring = used / links;
    return {ring, std::min(ring, (ranks - 1) / ranks / (cut * links)), hops};
}

} // namespace kneepoint
