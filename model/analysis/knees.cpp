// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/knees.h"

#include "model/analysis/scaling.h"
#include "model/analysis/throughput.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <utility>

namespace kneepoint {
namespace {

/// The next power of two; at least 2, because one replica has no knee behind it.
double nextUsable(double k)
{
    return std::max(2.0, std::exp2(std::ceil(std::log2(k) - 1e-9)));
}

/// `beyond`: a worker count behind the knee. Where the curve breaks off at a power of two, as at the end of a torus,
/// that count is still usable, and has not yet lost anything.
Knee kneeAt(ScalingQuestion& question, double k, double beyond)
{
    const double usable = nextUsable(k);
    const double lost_at = std::max(usable, beyond);
    return {k, usable, causeOfLoss(question.single(lost_at), question.at(lost_at))};
}

Knee kneeAt(ScalingQuestion& question, double k)
{
    return kneeAt(question, k, k);
}

/// The first worker count at which `excess` of the point turns from negative to positive; `excess_at` is the same of a
/// worker count.
template <class Excess, class ExcessAt>
std::optional<Knee> crossing(
    ScalingQuestion& question, const std::vector<ScalePoint>& points, Excess excess, ExcessAt excess_at)
{
    const auto above = std::ranges::find_if(points, [&](const ScalePoint& p) { return excess(p) > 0; });
    if (above == points.end() || above == points.begin())
        return {};
    const auto below = above - 1;
    const auto at_log = [&](double log_k) { return excess_at(std::exp(log_k)); };
    std::uintmax_t evaluations = 200; // steep just beyond one replica
    const auto [low, high] =
        boost::math::tools::toms748_solve(at_log, std::log(below->workers), std::log(above->workers), excess(*below),
            excess(*above), boost::math::tools::eps_tolerance<double>(48), evaluations);
    return kneeAt(question, std::exp(std::midpoint(low, high)), std::exp(high));
}

/// The maximum downward curvature of the speedup on logarithmic axes; none if the slope hardly falls.
std::optional<Knee> bend(ScalingQuestion& question, const std::vector<ScalePoint>& points)
{
    const double width = std::log(points[1].workers / points[0].workers);
    const auto curvature = [width](double before, double here, double after) {
        const double slope = (after - before) / (2 * width);
        return (after - 2 * here + before) / (width * width) / std::pow(1 + slope * slope, 1.5);
    };
    // As fast as the speedup grows where the baseline stays; where that changes, the job itself does not bend.
    const auto height_of = [](const StepReport& step) { return std::log(examplesPerSecond(step)); };
    std::size_t sharpest = 1;
    double strongest = 0;
    double before = height_of(points[0].step), height = height_of(points[1].step);
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const double after = height_of(points[i + 1].step);
        const double here = curvature(before, height, after);
        if (here < strongest) {
            strongest = here;
            sharpest = i;
        }
        before = std::exchange(height, after);
    }
    constexpr double least_fall_of_slope = 0.05;
    if (-strongest * width < least_fall_of_slope)
        return {};
    const auto at = [&](double log_k) {
        const auto height_at = [&](double x) { return height_of(question.timesAt(std::exp(x))); };
        return curvature(height_at(log_k - width), height_at(log_k), height_at(log_k + width));
    };
    const double center = std::log(points[sharpest].workers);
    constexpr int bits = 20;
    const double found =
        boost::math::tools::brent_find_minima(at, std::max(width, center - width), center + width, bits).first;
    return kneeAt(question, std::clamp(std::exp(found), points.front().workers, points.back().workers));
}

} // namespace

Cause causeOfLoss(const StepReport& single, const ScalePoint& point)
{
    const double ideal = point.step.step_s * point.efficiency / single.step_s;
    const auto lost = [&](Part part) { return point.step.part(part).exposed_s - ideal * single.part(part).exposed_s; };
    const bool latency_rules = point.step.latency_s > point.step.comm_s / 2;
    const std::array<std::pair<double, Cause>, 7> losses{{
        {lost(Part::data_comm) + lost(Part::pipeline_comm),
            latency_rules ? Cause::protocol_overhead : Cause::exposed_communication},
        {lost(Part::input), Cause::starved_input},
        {lost(Part::straggler) + lost(Part::delay), Cause::straggler},
        {lost(Part::memory) + lost(Part::launch), Cause::tiny_batch},
        {lost(Part::bubble), Cause::pipeline_bubble},
        {lost(Part::tensor_comm), Cause::tensor_parallel_slow_link},
        {lost(Part::expert_comm), Cause::expert_all_to_all},
    }};
    const auto worst = std::ranges::max(losses, {}, &std::pair<double, Cause>::first);
    constexpr double negligible = 1e-9;
    return worst.first > negligible * point.step.step_s ? worst.second : Cause::none;
}

Knees findKnees(ScalingQuestion& question, const std::vector<ScalePoint>& points, const Assumptions& thresholds)
{
    const double gamma = thresholds.knee_gamma;
    const double tolerance = thresholds.efficiency_tolerance;
    Knees knees;
    knees.gamma = crossing(
        question, points, [=](const ScalePoint& p) { return p.step.gamma - gamma; },
        [&](double k) { return question.timesAt(k).gamma - gamma; });
    // Only an automatically planned job can be below on one replica: it is compared with other layouts.
    knees.tolerance = points.front().efficiency < tolerance
        ? std::optional(kneeAt(question, points.front().workers))
        : crossing(
            question, points, [=](const ScalePoint& p) { return tolerance - p.efficiency; },
            [&](double k) { return tolerance - question.efficiencyAt(k); });
    knees.curvature = bend(question, points);
    return knees;
}

double nearKnee(ScalingQuestion& question, double most_workers, double tolerance)
{
    constexpr double close = 1.02;
    const auto isBelow = [&](double k) { return question.efficiencyAt(k) < tolerance; };
    double low = 1, high = 2;
    if (isBelow(low))
        return low;
    while (high < most_workers && !isBelow(high)) {
        low = high;
        high *= 2;
    }
    if (!isBelow(high))
        return std::numeric_limits<double>::infinity();
    while (high / low > close) {
        const double middle = std::sqrt(low * high);
        (isBelow(middle) ? high : low) = middle;
    }
    return high;
}

double kneeBetween(std::span<const EfficiencyPoint> points, double tolerance)
{
    const auto below = std::ranges::find_if(
        points, [&](const EfficiencyPoint& p) { return std::log(p.efficiency) < std::log(tolerance); });
    if (below == points.end())
        return std::numeric_limits<double>::infinity();
    if (below == points.begin())
        return below->workers;
    const EfficiencyPoint& before = below[-1];
    const double log_tolerance = std::log(tolerance);
    const double over = std::log(before.efficiency) - log_tolerance,
                 under = std::log(below->efficiency) - log_tolerance;
    return before.workers * std::pow(below->workers / before.workers, over / (over - under));
}

const std::optional<Knee>& theKnee(const ScalingCurve& curve)
{
    return curve.knees.tolerance;
}

std::string kneePlace(double workers)
{
    if (std::isinf(workers))
        return "no knee";
    return workers < 2 ? "K < 2" : fmt::format("K = {}", words::number(workers));
}

std::string kneeDefinition(const Scenario& s)
{
    return fmt::format("efficiency below {}", words::percent(s.assumptions.efficiency_tolerance));
}

} // namespace kneepoint
