// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/exploration/reach.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/whole_batch.h"
#include "model/constants/calibration.h"
#include "model/job/placement.h"
#include "model/results/feasibility.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kneepoint {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr int linear_steps = 20;
constexpr int most_doublings = 40;
constexpr int bisections = 12;
constexpr double still_as_fast = 0.99;
constexpr int most_neighbors = 64; ///< whole numbers tried beyond the first that would do, for one that can be chosen

/// Tokens a second and GPU.
double rateOf(const Scenario& s, const StepReport& step)
{
    return parameter("workload.global_batch").get(s) * tokensPerExample(s.workload) / step.step_s / s.cluster.gpus;
}

/// What a person can decide about a given job: neither what the model is nor what hardware was measured to do.
bool canBeDecided(const Parameter& p, const Scenario& s)
{
    constexpr std::array of_the_job{"workload.global_batch", "workload.batch_per_gpu", "workload.sequence_length",
        "workload.scaling", "workload.precision", "workload.narrow_scaling", "workload.training_tokens",
        "workload.training_steps"};
    constexpr std::array of_the_gpu{"cluster.memory_bytes", "cluster.memory_bandwidth", "cluster.scale_up_bandwidth",
        "cluster.scale_up_latency", "cluster.power_w"};
    if (p.idle && !p.idle(s).empty())
        return false;
    const bool is_of_gpu = p.id.starts_with("cluster.peak_") || std::ranges::find(of_the_gpu, p.id) != of_the_gpu.end();
    if (is_of_gpu && s.cluster.gpu != 0)
        return false;
    if (p.id == "assumptions.overlap")
        return true;
    if (p.group == Group::workload)
        return std::ranges::find(of_the_job, p.id) != of_the_job.end();
    const bool decides = p.group == Group::cluster || p.group == Group::plan;
    return decides && p.pins.empty() && p.id != "plan.auto" && !p.source.starts_with("Fitted");
}

/// One parameter of one job, and whether its values reach the target.
class Knob {
public:
    Knob(const Scenario& s, const ReachTarget& target, const Parameter& p, const Calibration& calibration)
        : m_scenario(s)
        , m_target(target)
        , m_parameter(p)
        , m_calibration(calibration)
        , m_here(p.get(s))
        , m_whole(takesWholeValues(p, s))
    {
        const StepReport step = evaluate(s, calibration);
        m_rate = rateOf(s, step);
        m_fits = step.memory.fits();
    }

    [[nodiscard]] std::optional<Way> nearest()
    {
        if (!m_parameter.isNumber())
            return nearestOption();
        if (!(std::abs(m_here) > 0))
            return std::nullopt;
        std::optional<Way> best;
        for (const bool up : {true, false})
            if (const std::optional<Way> way = along(up); way && (!best || way->distance < best->distance))
                best = way;
        return best;
    }
    [[nodiscard]] const std::optional<Way>& nearestMiss() const { return m_miss; }

private:
    /// A change of the layout is not meant to move the batch.
    [[nodiscard]] Edit editTo(double value) const
    {
        constexpr std::array moves_batch{
            "workload.global_batch", "workload.batch_per_gpu", "plan.accumulation", "workload.scaling"};
        static const Parameter& batch = parameter("workload.global_batch");
        Edit edit{{&m_parameter, value}};
        const bool may_move = std::ranges::find(moves_batch, m_parameter.id) != moves_batch.end()
            || (m_parameter.id == "cluster.gpus" && m_scenario.workload.scaling == Scaling::weak);
        if (!may_move && batch.get(applied(m_scenario, edit, m_calibration)) != batch.get(m_scenario))
            edit.push_back({&batch, batch.get(m_scenario)});
        return edit;
    }
    [[nodiscard]] Scenario with(double value) const { return applied(m_scenario, editTo(value), m_calibration); }
    [[nodiscard]] double figureAt(double value) const { return reachFigure(m_target, with(value), m_calibration); }
    [[nodiscard]] bool isThereAt(double value) const { return isReached(m_target, figureAt(value)); }

    [[nodiscard]] double distanceTo(double value) const
    {
        if (!m_parameter.isNumber())
            return 1;
        return value > 0 && m_here > 0 ? std::abs(std::log2(value / m_here)) : infinite;
    }

    /// Whether somebody could run that: whole replicas and examples, a layout without faults, and in memory, unless the
    /// job is not now either.
    [[nodiscard]] bool canRun(double value) const
    {
        const Scenario next = with(value);
        std::vector<const Parameter*> edited;
        for (const Setting& setting : editTo(value))
            edited.push_back(setting.parameter);
        const bool moved_gpus = m_parameter.id != "cluster.gpus" && next.cluster.gpus != m_scenario.cluster.gpus;
        const bool leaves_network = next.cluster.protocol == Protocol::scale_up
            && m_scenario.cluster.protocol != Protocol::scale_up; // no cluster is joined by links of a node
        if (moved_gpus || leaves_network || next.workload.experts != m_scenario.workload.experts
            || next.cluster.gpus < gpusPerReplica(next) || !keptWhole(next, m_scenario, edited).refusal.empty()
            || !modelFaults(next).empty() || !layoutFaults(next).empty())
            return false;
        const StepReport step = evaluate(next, m_calibration);
        if (isRelative(m_target) && rateOf(next, step) < m_rate * still_as_fast)
            return false;
        return step.memory.fits() || (m_target.kind != ReachTarget::Kind::fits && !m_fits);
    }

    std::optional<Way> wayAt(double value) { return canRun(value) ? judged(value, figureAt(value)) : std::nullopt; }

    /// A value that can run: a way if its figure is there, else remembered as a miss.
    std::optional<Way> judged(double value, double figure)
    {
        Way way{editTo(value), figure, distanceTo(value)};
        if (isReached(m_target, figure))
            return way;
        if (!m_miss || shortfall(m_target, figure) < shortfall(m_target, m_miss->figure))
            m_miss = way;
        return std::nullopt;
    }

    /// The option whose figure is closest to the target among those that reach it.
    std::optional<Way> nearestOption()
    {
        std::optional<Way> best;
        std::size_t found = 0;
        for (double value = m_parameter.range.min; value <= m_parameter.range.max; ++value) {
            if (value == m_here || m_parameter.id == "plan.synchronisation"
                || (m_parameter.choices && m_parameter.choice(value).id == "custom"))
                continue;
            const std::optional<Way> way = wayAt(value);
            if (!way)
                continue;
            ++found;
            if (!best || shortfall(m_target, way->figure) > shortfall(m_target, best->figure))
                best = way;
        }
        if (best)
            best->others = found - 1;
        return best;
    }

    /// The next value away from the present one; the end of the slider's range at last.
    [[nodiscard]] double next(double value, bool up) const
    {
        const Range& range = m_parameter.range;
        const double step = (range.slider_max - range.slider_min) / linear_steps;
        const bool multiplies = m_parameter.isLogarithmic() || m_whole;
        double further = multiplies ? (up ? value * 2 : value / 2) : (up ? value + step : value - step);
        if (m_whole)
            further = up ? std::ceil(further) : std::floor(further);
        return up ? std::min(further, std::max(range.slider_max, m_here))
                  : std::max(further, std::min(range.slider_min, m_here));
    }

    std::optional<Way> along(bool up)
    {
        double from = m_here;
        for (int i = 0; i < most_doublings; ++i) {
            const double to = next(from, up);
            if (to == from)
                break;
            const double figure = figureAt(to);
            if (isReached(m_target, figure))
                return between(from, to);
            if (canRun(to))
                (void)judged(to, figure);
            from = to;
        }
        return std::nullopt;
    }

    /// Bisected between a value that does not reach the target and one that does.
    std::optional<Way> between(double out, double in)
    {
        const bool up = in > out;
        if (m_parameter.scale == Scale::power_of_two && m_parameter.isWhole() && m_parameter.id != "cluster.gpus")
            return wayAt(in);
        for (int i = 0; i < bisections; ++i) {
            double middle = m_parameter.isLogarithmic() && out > 0 ? std::sqrt(out * in) : (out + in) / 2;
            if (m_whole)
                middle = std::round(middle);
            if (middle == out || middle == in)
                break;
            (isThereAt(middle) ? in : out) = middle;
        }
        if (m_whole)
            return firstThatRuns(in, up);
        const double rounded = roundedOutward(in, up);
        if (std::optional<Way> way = isThereAt(rounded) ? wayAt(rounded) : std::nullopt)
            return way;
        return wayAt(in);
    }

    /// Every replica has the same share of a batch.
    std::optional<Way> firstThatRuns(double value, bool up)
    {
        const double unit =
            m_parameter.id == "workload.global_batch" ? m_scenario.cluster.gpus / gpusPerReplica(m_scenario) : 1;
        value = (up ? std::ceil(value / unit) : std::floor(value / unit)) * unit;
        for (int i = 0; i < most_neighbors; ++i, value += up ? unit : -unit) {
            if (value < m_parameter.range.min || value > m_parameter.range.max)
                break;
            if (std::optional<Way> way = wayAt(value))
                return way;
        }
        return std::nullopt;
    }

    [[nodiscard]] double roundedOutward(double value, bool up) const
    {
        if (!(value > 0))
            return value;
        const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
        const double rounded = (up ? std::ceil(value / unit) : std::floor(value / unit)) * unit;
        return std::clamp(rounded, m_parameter.range.min, m_parameter.range.max);
    }

    const Scenario& m_scenario;
    const ReachTarget& m_target;
    const Parameter& m_parameter;
    const Calibration& m_calibration;
    double m_here;
    bool m_whole;
    double m_rate = 0;
    bool m_fits = true;
    std::optional<Way> m_miss;
};

} // namespace

Reached reach(const Scenario& s, const ReachTarget& target, const Calibration& calibration, const std::stop_token& stop)
{
    Reached reached{target, reachFigure(target, s, calibration), false, {}, {}};
    reached.already = isReached(target, reached.here);
    if (reached.already)
        return reached;
    for (const Parameter& p : catalogue()) {
        if (stop.stop_requested())
            break;
        if (!canBeDecided(p, s))
            continue;
        Knob knob(s, target, p, calibration);
        if (const std::optional<Way> way = knob.nearest())
            reached.ways.push_back(*way);
        const std::optional<Way>& miss = knob.nearestMiss();
        const double best = shortfall(target, reached.nearest_miss ? reached.nearest_miss->figure : reached.here);
        if (miss && shortfall(target, miss->figure) < best)
            reached.nearest_miss = miss;
    }
    std::ranges::stable_sort(reached.ways, {}, &Way::distance);
    if (!reached.ways.empty())
        reached.nearest_miss.reset();
    return reached;
}

} // namespace kneepoint
