// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/knee_range.h"

#include "model/analysis/knees.h"
#include "model/analysis/scaling.h"
#include "model/scenario/scenario.h"

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

double kneeOf(const Scenario& s, const Analysis& a)
{
    ScalingQuestion question(s, a.calibration, a.smaller_clusters);
    return nearKnee(question, a.curve.max_workers, a.scenario.assumptions.efficiency_tolerance);
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
