// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/scaling.h"

#include "model/analysis/knees.h"
#include "model/cost/operations.h"
#include "model/scenario/scenario.h"
#include "model/search/smallest_cluster.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <bit>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <initializer_list>

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
        (question.at(middle).step.bound == low.step.bound ? from : to) = middle;
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
    const auto slowness = [&](double log_k) { return -question.at(std::exp(log_k)).speedup; };
    constexpr int bits = 26;
    const double found =
        boost::math::tools::brent_find_minima(slowness, std::log(low->workers), std::log(high->workers), bits).first;
    const ScalePoint refined = question.at(std::exp(found));
    return refined.speedup > best->speedup ? refined : *best;
}

/// Whether replicas divide work that a single one would do alone: the optimizer update, or experts.
bool sharesState(const Scenario& s)
{
    const bool experts = s.workload.experts > 1 && s.plan.expert_parallel > 1;
    return experts || (atKernelDepth(s) && s.plan.zero_stage > 0);
}

double exposedIn(const StepReport& step, std::initializer_list<Part> parts)
{
    double sum = 0;
    for (const Part part : parts)
        sum += step.part(part).exposed_s;
    return sum;
}

/// Time of a micro-batch on a stage, without filling the pipeline.
double stageSeconds(const StepReport& step)
{
    return exposedIn(step,
        {Part::compute, Part::memory, Part::launch, Part::tensor_comm, Part::context_comm, Part::expert_comm,
            Part::data_comm});
}

void sumUp(StepReport& step)
{
    step.step_s = 0;
    for (const PartTime& part : step.parts)
        step.step_s += part.exposed_s;
}

/// One replica with the optimizer update that it has among k replicas.
StepReport withUpdate(StepReport one, double update_s)
{
    one.part(Part::optimizer).exposed_s = update_s;
    sumUp(one);
    return one;
}

/// One replica with its part of the experts, as among k replicas, but without the work that exists only because of the
/// others: exchanging tokens and gradients, and waiting. These are as on one replica.
StepReport withExpertsOf(StepReport one, const StepReport& among)
{
    const StepReport alone = one;
    one.parts = among.parts;
    for (const Part part : {Part::expert_comm, Part::data_comm, Part::straggler})
        if (alone.part(part).exposed_s < among.part(part).exposed_s)
            one.part(part) = alone.part(part);
    const double stage_s = stageSeconds(among);
    if (stage_s > 0)
        one.part(Part::bubble).exposed_s *= stageSeconds(one) / stage_s;
    one.compute_s = among.compute_s;
    sumUp(one);
    return one;
}

} // namespace

std::optional<Reference> referenceOf(const Scenario& s, const Calibration& calibration)
{
    if (!s.automatic.on)
        return {};
    const std::optional<SmallestCluster> smallest = smallestCluster(s, calibration);
    if (!smallest)
        return {};
    const Workload& w = s.workload;
    const double examples = w.scaling == Scaling::strong ? w.global_batch : w.batch_per_gpu * s.plan.accumulation;
    const double gpus = smallest->scenario.cluster.gpus / gpusPerReplica(s);
    return Reference{smallest->scenario, examples / smallest->step.global_batch * gpus};
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
    : ScalingQuestion(s, calibration, referenceOf(s, calibration))
{
}

ScalingQuestion::ScalingQuestion(
    const Scenario& s, const Calibration& calibration, const std::optional<Reference>& reference)
    : m_scenario(s)
    , m_steps(s, calibration)
    , m_ones(s, calibration)
    , m_planned(reference.has_value())
{
    m_single =
        reference ? scaled(evaluate(reference->scenario, calibration), reference->share) : m_steps.withWorkers(1);
}

StepReport ScalingQuestion::single(double k)
{
    return single(k, m_steps.withWorkers(k));
}

StepReport ScalingQuestion::single(double k, const StepReport& step)
{
    if (m_planned || k <= 1 || !sharesState(m_scenario))
        return m_single;
    return m_scenario.workload.experts > 1 ? withExpertsOf(m_single, m_ones.oneAmong(k))
                                           : withUpdate(m_single, step.part(Part::optimizer).exposed_s);
}

ScalePoint ScalingQuestion::at(double k)
{
    ScalePoint point{.workers = k, .step = m_steps.withWorkers(k)};
    const bool strong = m_scenario.workload.scaling == Scaling::strong;
    point.speedup = single(k, point.step).step_s / point.step.step_s * (strong ? 1 : k);
    point.efficiency = point.speedup / k;
    return point;
}

ScalePoint scalePoint(const Scenario& s, double k, const Calibration& calibration)
{
    return ScalingQuestion(s, calibration).at(k);
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
