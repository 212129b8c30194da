// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/scaling.h"

#include "model/analysis/knees.h"
#include "model/search/smaller_clusters.h"

#include <algorithm>
#include <bit>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace kneepoint {
namespace {

constexpr double largest_k = 1 << 20;
constexpr double least_range = 256;
constexpr double room_beyond = 8; ///< the curve goes on to this many times the present scale
constexpr int points_wanted = 64;

double curveEnd(double k)
{
    const double wanted = std::clamp(room_beyond * k, least_range, largest_k);
    return static_cast<double>(std::bit_ceil(static_cast<unsigned>(std::lround(wanted))));
}

std::vector<ScalePoint> curvePoints(ScalingQuestion& question, double end)
{
    const int octaves = static_cast<int>(std::lround(std::log2(end)));
    const int per_octave = (points_wanted + octaves - 1) / octaves;
    std::vector<ScalePoint> points;
    points.reserve(static_cast<std::size_t>(octaves) * static_cast<std::size_t>(per_octave) + 1);
    for (int i = 0; i <= octaves * per_octave; ++i) {
        const double exponent = static_cast<double>(i % per_octave) / per_octave;
        points.push_back(question.at(std::ldexp(std::exp2(exponent), i / per_octave)));
    }
    return points;
}

/// The worker count between two others at which the bound changes from that of the first.
double boundary(ScalingQuestion& question, const ScalePoint& low, const ScalePoint& high)
{
    double from = low.workers;
    double to = high.workers;
    constexpr int halvings = 24;
    for (int i = 0; i < halvings; ++i) {
        const double middle = std::sqrt(from * to);
        (question.timesAt(middle).bound == low.step.bound ? from : to) = middle;
    }
    return to;
}

/// Regions between the points and the scenario's own number of workers, which lies in a region with its own bound.
std::vector<BoundRegion> boundRegions(ScalingQuestion& question, const std::vector<ScalePoint>& points, double own)
{
    std::vector<BoundRegion> regions{{points.front().workers, points.front().workers, points.front().step.bound}};
    const auto extend = [&](const ScalePoint& low, const ScalePoint& high) {
        if (high.step.bound != low.step.bound) {
            const double k = boundary(question, low, high);
            regions.back().to_workers = k;
            regions.push_back({k, k, high.step.bound});
        }
        regions.back().to_workers = high.workers;
    };
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (points[i - 1].workers < own && own < points[i].workers) {
            const ScalePoint between = question.at(own);
            extend(points[i - 1], between);
            extend(between, points[i]);
        } else {
            extend(points[i - 1], points[i]);
        }
    }
    return regions;
}

/// Adds the points where the curve may have a corner, which straight lines between even samples would cut off.
void addCorners(ScalingQuestion& question, ScalingCurve& curve)
{
    constexpr double too_near = 1.001; // to be seen
    const auto add = [&](double k) {
        const auto after = std::ranges::lower_bound(curve.points, k, {}, &ScalePoint::workers);
        if (after == curve.points.begin() || after == curve.points.end())
            return;
        if (k > too_near * (after - 1)->workers && after->workers > too_near * k)
            curve.points.insert(after, question.at(k));
    };
    for (std::size_t i = 1; i < curve.regions.size(); ++i)
        add(curve.regions[i].from_workers);
    for (const auto& knee : {curve.knees.gamma, curve.knees.curvature})
        if (knee)
            add(knee->workers);
}

ScalePoint bestPoint(ScalingQuestion& question, const std::vector<ScalePoint>& points)
{
    const auto best = std::ranges::max_element(points, {}, &ScalePoint::speedup);
    const auto low = best == points.begin() ? best : best - 1;
    const auto high = best + 1 == points.end() ? best : best + 1;
    // A curve that still rises at its end has its best point there.
    constexpr double just_before = 1 - 1e-4;
    const auto speedup = [&](double k) { return question.efficiencyAt(k) * k; };
    if (high == best && speedup(just_before * best->workers) < best->speedup)
        return *best;
    const auto slowness = [&](double log_k) { return -speedup(std::exp(log_k)); };
    constexpr int bits = 26;
    const double found =
        boost::math::tools::brent_find_minima(slowness, std::log(low->workers), std::log(high->workers), bits).first;
    const ScalePoint refined = question.at(std::exp(found));
    return refined.speedup > best->speedup ? refined : *best;
}

void sumUp(StepReport& step)
{
    step.step_s = 0;
    for (const PartTime& part : step.parts)
        step.step_s += part.exposed_s;
}

} // namespace

std::vector<StepVersion> smallerClustersOf(const Scenario& s, const Calibration& calibration)
{
    return s.automatic.on ? smallerClusters(s, calibration) : std::vector<StepVersion>();
}

StepReport scaled(StepReport step, double factor)
{
    for (PartTime& part : step.parts) {
        part.exposed_s *= factor;
        part.hidden_s *= factor;
    }
    step.compute_s *= factor;
    step.comm_s *= factor;
    step.load_s *= factor;
    step.latency_s *= factor;
    sumUp(step);
    return step;
}

ScalingQuestion::ScalingQuestion(const Scenario& s, const Calibration& calibration)
    : ScalingQuestion(s, calibration, smallerClustersOf(s, calibration))
{
}

ScalingQuestion::ScalingQuestion(const Scenario& s, const Calibration& calibration, std::vector<StepVersion> smaller)
    : m_scenario(s)
    , m_strong(s.workload.scaling == Scaling::strong)
    , m_steps(s, calibration)
    , m_smaller(std::move(smaller))
{
    m_must_fit = s.automatic.on && m_steps.withWorkers(workers(s)).memory.fits();
    m_planned.reserve(m_smaller.size());
    for (const StepVersion& cluster : m_smaller) {
        const double single_s = shareOf(cluster) * m_steps.at(cluster).step_s;
        m_planned.push_back({cluster.gpus / gpusPerReplica(s), single_s, m_planned.size()});
    }
}

double ScalingQuestion::shareOf(const StepVersion& cluster) const
{
    const Workload& w = m_scenario.workload;
    const double examples = m_strong ? w.global_batch : w.batch_per_gpu * m_scenario.plan.accumulation;
    return examples / cluster.global_batch * (cluster.gpus / gpusPerReplica(m_scenario));
}

double ScalingQuestion::nextBelow() const
{
    return m_below.empty() ? 1 : 2 * m_below.back().replicas;
}

void ScalingQuestion::keepBelow(double n, const StepReport& step)
{
    const bool counts = !m_must_fit || step.memory.fits();
    const Candidate here{n, counts ? singleSeconds(n, step.step_s) : std::numeric_limits<double>::infinity()};
    m_below.push_back({n, step, m_below.empty() ? here : faster(m_below.back().best, here)});
}

StepReport ScalingQuestion::stepOf(double k)
{
    const auto known = std::ranges::lower_bound(m_below, k, {}, &SizeBelow::replicas);
    return known != m_below.end() && known->replicas == k ? known->step : m_steps.withWorkers(k);
}

ScalingQuestion::Candidate ScalingQuestion::best(double k, double step_s)
{
    for (double n = nextBelow(); n < k; n = nextBelow())
        keepBelow(n, m_steps.withWorkers(n));
    const Candidate own{k, singleSeconds(k, step_s)};
    const auto below = std::ranges::lower_bound(m_below, k, {}, &SizeBelow::replicas);
    Candidate found = below == m_below.begin() ? own : (below - 1)->best;
    constexpr double rounding = 1 + 1e-9;
    for (const Candidate& cluster : m_planned)
        if (cluster.replicas <= rounding * k)
            found = faster(found, cluster);
    return faster(found, own);
}

Baseline ScalingQuestion::baseline(double k)
{
    const Candidate found = best(k, stepOf(k).step_s);
    Baseline b;
    b.is_planned = found.planned != none;
    b.is_own = found.replicas == k && !b.is_planned;
    b.single = b.is_planned ? m_steps.at(m_smaller[found.planned]) : m_steps.withWorkers(found.replicas);
    b.scenario = m_steps.scenario();
    b.share = b.is_planned ? shareOf(m_smaller[found.planned]) : m_strong ? found.replicas : 1;
    if (b.share != 1)
        b.single = scaled(b.single, b.share);
    b.single.workers = 1;
    b.single.gpus = gpusPerReplica(m_scenario);
    b.single.global_batch *= b.share / (b.scenario.cluster.gpus / b.single.gpus);
    return b;
}

StepReport ScalingQuestion::single(double k)
{
    return baseline(k).single;
}

ScalePoint ScalingQuestion::at(double k)
{
    ScalePoint point{.workers = k, .step = stepOf(k)};
    point.efficiency = efficiency(k, point.step.step_s);
    point.speedup = point.efficiency * k;
    if (k == nextBelow()) // a curve asks for them one after another
        keepBelow(k, point.step);
    return point;
}

ScalePoint scalePoint(const Scenario& s, double k, const Calibration& calibration)
{
    return ScalingQuestion(s, calibration).at(k);
}

ScalePoint scalePoint(const Analysis& a, double k)
{
    return ScalingQuestion(a.scenario, a.calibration, a.smaller_clusters).at(k);
}

ScalingCurve scalingCurve(ScalingQuestion& question, const Scenario& s)
{
    ScalingCurve curve;
    curve.max_workers = curveEnd(workers(s));
    curve.points = curvePoints(question, curve.max_workers);
    curve.regions = boundRegions(question, curve.points, workers(s));
    curve.knees = findKnees(question, curve.points, s.assumptions); // between even points
    addCorners(question, curve);
    const ScalePoint best = bestPoint(question, curve.points);
    curve.best_workers = best.workers;
    curve.best_speedup = best.speedup;
    return curve;
}

} // namespace kneepoint
