// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/knee_range.h"

#include "model/analysis/knees.h"
#include "model/analysis/scaling.h"
#include "model/scenario/scenario.h"

#include <cmath>
#include <limits>

namespace kneepoint {
namespace {

constexpr double tenth = 1.1;
constexpr double wide = 2;

Scenario withLinks(Scenario s, double factor)
{
    s.cluster.link_rate *= factor;
    s.cluster.scale_up_bandwidth *= factor;
    return s;
}

/// The first worker count below the tolerance, within 2 %; infinite if there is none on the curve.
double kneeOf(const Scenario& s, const Analysis& a)
{
    ScalingQuestion question(s, a.calibration, a.smaller_clusters);
    const double tolerance = a.scenario.assumptions.efficiency_tolerance;
    const auto isBelow = [&](double k) { return question.at(k).efficiency < tolerance; };
    double low = 1;
    if (isBelow(low))
        return low;
    double high = 2;
    while (high < a.curve.max_workers && !isBelow(high)) {
        low = high;
        high *= 2;
    }
    if (!isBelow(high))
        return std::numeric_limits<double>::infinity();
    constexpr double close = 1.02;
    while (high / low > close) {
        const double middle = std::sqrt(low * high);
        (isBelow(middle) ? high : low) = middle;
    }
    return high;
}

} // namespace

std::optional<KneeRange> kneeRange(const Analysis& a)
{
    if (!theKnee(a.curve))
        return {};
    const KneeRange range{kneeOf(withLinks(a.scenario, 1 / tenth), a), kneeOf(withLinks(a.scenario, tenth), a)};
    const double knee = theKnee(a.curve)->workers;
    const bool moves = range.high > wide * knee || knee > wide * range.low;
    return moves ? std::optional(range) : std::nullopt;
}

} // namespace kneepoint
