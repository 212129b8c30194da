// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/efficiency_interval.h"

#include "model/analysis/knees.h"
#include "model/analysis/scaling.h"
#include "model/scenario/own_runs.h"
#include "model/uncertainty/prediction_spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

/// Factors on the predicted efficiency at the ends of its interval.
struct Ends {
    double low = 1, high = 1;
};

/// The ends for many numbers of replicas of one analysis.
class EfficiencyEnds {
public:
    explicit EfficiencyEnds(const Analysis& a);
    /// Whether anything similar to the job has been measured.
    [[nodiscard]] bool areKnown() const { return m_known; }
    [[nodiscard]] Ends at(double k);

private:
    [[nodiscard]] double logEfficiency(ScalingQuestion& question, double k)
    {
        return std::log(question.efficiencyAt(k));
    }
    [[nodiscard]] double spreadAt(double k);

    const PredictionInterval& m_step;
    double m_own_half_width, m_own_deviations;
    double m_low_over, m_high_over; ///< predicted step over the ends of its interval
    bool m_known = false;
    ScalingQuestion m_predicted;
    std::vector<ScalingQuestion> m_moved; ///< each factor that is open by its spread
    double m_row = 0;                     ///< spread of single rows
};

/// Spreads of the factors that may differ; none if nothing similar to the job has been measured.
const FactorSpreads* openSpreads(const Scenario& s, const PredictionInterval& step, const Calibration& calibration)
{
    const std::vector<FactorSpreads>& all = calibration.constants->spreads;
    if (step.rows <= 0)
        return nullptr;
    if (step.basis != Basis::calibrated)
        return step.spread.slower > 0 ? spreadsOf(all, step.basis) : nullptr;
    Scenario plain = s;
    plain.own_runs = {};
    return calibrationSpreadsOf(all, basisOf(plain, calibration));
}

EfficiencyEnds::EfficiencyEnds(const Analysis& a)
    : m_step(a.prediction_interval)
    , m_own_half_width(a.scenario.own_runs.half_width)
    , m_own_deviations(calibratedDeviations(a.scenario, a.calibration.constants->errors))
    , m_low_over(a.step.step_s / m_step.low_s)
    , m_high_over(a.step.step_s / m_step.high_s)
    , m_predicted(a.scenario, a.calibration, a.smaller_clusters)
{
    const bool calibrated = m_step.basis == Basis::calibrated;
    const FactorSpreads* spreads = openSpreads(a.scenario, m_step, a.calibration);
    m_known = spreads || (calibrated && m_step.rows > 0);
    m_row = spreads && !calibrated ? spreads->row : 0;
    const std::vector<Scenario> jobs = uncertainJobs(a.scenario, m_step, a.calibration);
    m_moved.reserve(jobs.size());
    for (const Scenario& job : jobs)
        m_moved.emplace_back(job, a.calibration, a.smaller_clusters);
}

/// Standard deviation of the logarithm of the efficiency.
double EfficiencyEnds::spreadAt(double k)
{
    const double predicted = logEfficiency(m_predicted, k);
    double variance = 2 * m_row * m_row;
    for (ScalingQuestion& moved : m_moved) {
        const double change = logEfficiency(moved, k) - predicted;
        variance += change * change;
    }
    return std::sqrt(variance);
}

Ends EfficiencyEnds::at(double k)
{
    if (k <= 1) // compared with itself
        return {};
    if (m_step.basis == Basis::calibrated) {
        const double growth = exposureGrowth(m_predicted.at(k).step) - exposureGrowth(m_predicted.single(k));
        const double half_width = std::hypot(growth * m_own_half_width, m_own_deviations * spreadAt(k));
        return {std::exp(-half_width), std::exp(half_width)};
    }
    // The same number of spreads as for the ends of the step's interval; a slower step means a lower efficiency.
    const double spread = spreadAt(k);
    return {std::pow(m_high_over, spread / m_step.spread.slower), std::pow(m_low_over, spread / m_step.spread.faster)};
}

/// The ends at the points of the scaling curve: computed at its powers of two, and linearly interpolated on the
/// logarithm of K between them.
std::vector<Ends> endsOverCurve(const Analysis& a, EfficiencyEnds& ends)
{
    std::vector<Ends> over;
    over.reserve(a.curve.points.size());
    double from_k = 1;
    Ends from = ends.at(1), to = ends.at(2);
    for (const ScalePoint& p : a.curve.points) {
        while (p.workers > 2 * from_k) {
            from_k *= 2;
            from = std::exchange(to, ends.at(2 * from_k));
        }
        const double share = std::log2(p.workers / from_k);
        over.push_back({std::lerp(from.low, to.low, share), std::lerp(from.high, to.high, share)});
    }
    return over;
}

/// The knee of the curve with one of its ends; infinity if there is none on the curve.
double kneeAt(const Analysis& a, const std::vector<Ends>& ends, double Ends::*end)
{
    std::vector<EfficiencyPoint> points;
    points.reserve(ends.size());
    for (std::size_t i = 0; i < ends.size(); ++i)
        points.push_back({a.curve.points[i].workers, a.curve.points[i].efficiency * (ends[i].*end)});
    return kneeBetween(points, a.scenario.assumptions.efficiency_tolerance);
}

} // namespace

std::vector<Scenario> uncertainJobs(const Scenario& s, const PredictionInterval& step, const Calibration& calibration)
{
    std::vector<Scenario> jobs;
    const FactorSpreads* spreads = openSpreads(s, step, calibration);
    if (!spreads)
        return jobs;
    if (step.basis == Basis::calibrated) {
        for (const OpenDirection& direction : openDirections(s.own_runs, *spreads)) {
            OwnRuns& own = jobs.emplace_back(s).own_runs;
            for (std::size_t i = 0; i < own_factor_count; ++i)
                own.*own_factors[i].value *= std::exp(direction.up * direction.logs[i]);
        }
        return jobs;
    }
    for (std::size_t i = 0; i < own_factor_count; ++i) {
        std::array<double, own_factor_count> up{};
        up[i] = spreads->factors[i];
        jobs.push_back(withFactors(s, up));
    }
    return jobs;
}

std::optional<Interval> efficiencyInterval(const Analysis& a)
{
    EfficiencyEnds ends(a);
    if (!ends.areKnown())
        return {};
    const Ends here = ends.at(a.step.workers);
    const double efficiency = a.headline.efficiency;
    const Interval interval{efficiency * here.low, std::max(efficiency, std::min(1.0, efficiency * here.high))};
    return interval.low < interval.high ? std::optional(interval) : std::nullopt;
}

std::vector<Interval> efficiencyBand(const Analysis& a)
{
    std::vector<Interval> band;
    EfficiencyEnds ends(a);
    if (!ends.areKnown())
        return band;
    const std::vector<Ends> over_curve = endsOverCurve(a, ends);
    band.reserve(over_curve.size());
    for (std::size_t i = 0; i < over_curve.size(); ++i) {
        const double efficiency = a.curve.points[i].efficiency;
        band.push_back(
            {efficiency * over_curve[i].low, std::max(efficiency, std::min(1.0, efficiency * over_curve[i].high))});
    }
    return band;
}

std::optional<Interval> speedupInterval(const Analysis& a)
{
    const std::optional<Interval> interval = efficiencyInterval(a);
    if (!interval)
        return {};
    const double ideal = a.headline.speedup / a.headline.efficiency;
    return Interval{ideal * interval->low, ideal * interval->high};
}

std::optional<Interval> kneeInterval(const Analysis& a)
{
    EfficiencyEnds ends(a);
    if (!ends.areKnown())
        return {};
    const std::vector<Ends> over_curve = endsOverCurve(a, ends);
    Interval interval{kneeAt(a, over_curve, &Ends::low), kneeAt(a, over_curve, &Ends::high)};
    if (const std::optional<Knee>& knee = theKnee(a.curve)) // found on the curve itself, not between its points
        interval = {std::min(interval.low, knee->workers), std::max(interval.high, knee->workers)};
    return std::isfinite(interval.low) && interval.low < interval.high ? std::optional(interval) : std::nullopt;
}

} // namespace kneepoint
