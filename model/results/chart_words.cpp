// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/chart_words.h"

#include "model/scenario/scenario.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr double second_replica = 2;

std::string placeOf(const Knee& knee)
{
    return knee.workers < second_replica ? "already at K = 2"
                                         : fmt::format("at {}", formatQuantity(knee.workers, Unit::none));
}

} // namespace

std::string roofName(const Roof& roof, RoofBound bound)
{
    switch (bound) {
    case RoofBound::compute:
        return fmt::format("compute {}", formatQuantity(roof.sustained_flops, Unit::flops_per_second));
    case RoofBound::memory:
        return fmt::format("HBM {}", formatQuantity(roof.memory_bandwidth, Unit::bytes_per_second));
    case RoofBound::network:
        break;
    }
    return fmt::format("network {}", formatQuantity(roof.network_bandwidth, Unit::bytes_per_second));
}

std::string peakName(const Roof& roof)
{
    return fmt::format("dense peak {}", formatQuantity(roof.peak_flops, Unit::flops_per_second));
}

std::string kneeName(const Knee& knee)
{
    return knee.workers < second_replica ? "Past the knee at K = 2"
                                         : fmt::format("Knee K = {}", formatQuantity(knee.workers, Unit::none));
}

std::string noKneeName(const ScalingCurve& curve)
{
    return fmt::format("No knee up to K = {}", formatQuantity(curve.max_workers, Unit::none));
}

std::string toleranceName(const Scenario& s)
{
    return fmt::format("{} tolerance", formatQuantity(s.assumptions.efficiency_tolerance, Unit::ratio));
}

std::string gammaName(const ScalingCurve& curve)
{
    const bool communicates =
        std::ranges::any_of(curve.points, [](const ScalePoint& point) { return point.step.gamma > 0; });
    return communicates ? "γ: communication over compute" : "γ = 0: no communication at any K";
}

std::vector<OtherKnee> otherKnees(const Analysis& a)
{
    std::vector<OtherKnee> knees;
    if (const std::optional<Knee>& knee = a.curve.knees.gamma)
        knees.push_back({knee->workers,
            fmt::format("γ = {} {}", formatQuantity(a.scenario.assumptions.knee_gamma, Unit::none), placeOf(*knee)),
            OtherKnee::On::gamma});
    if (const std::optional<Knee>& knee = a.curve.knees.curvature)
        knees.push_back({knee->workers, fmt::format("max curvature {}", placeOf(*knee)), OtherKnee::On::speedup});
    return knees;
}

} // namespace kneepoint
