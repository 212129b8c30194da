// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/exploration/reach_target.h"

#include "model/analysis/analysis.h"
#include "model/analysis/knees.h"
#include "model/constants/calibration.h"
#include "model/job/placement.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kneepoint {
namespace {

constexpr double beyond = std::numeric_limits<double>::infinity();

/// In replicas. Beyond the curve, infinity if the job still scales at the one asked for, else the end of the curve.
double kneeOf(const Scenario& s, double asked, const Calibration& calibration)
{
    const Analysis a = analyze(s, calibration);
    if (const std::optional<Knee>& knee = theKnee(a.curve))
        return knee->workers;
    const bool scales =
        asked <= a.curve.max_workers || scalePoint(a, asked).efficiency >= s.assumptions.efficiency_tolerance;
    return scales ? beyond : a.curve.max_workers;
}

/// Two digits, in the direction that is better.
double twoDigits(double value, bool down)
{
    if (!(value > 0) || !std::isfinite(value))
        return value;
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return (down ? std::floor(value / unit) : std::ceil(value / unit)) * unit;
}

/// The next of 1, 2, 5, 10, 20 …
double nextRound(double value)
{
    const double decade = std::pow(10, std::floor(std::log10(value)));
    for (const double step : {2., 5., 10.})
        if (step * decade > value)
            return step * decade;
    return 20 * decade;
}

} // namespace

bool lowerIsBetter(const ReachTarget& t)
{
    return t.kind == ReachTarget::Kind::fits || (t.metric && t.metric->better == Better::lower);
}

double reachFigure(const ReachTarget& t, const Scenario& s, const Calibration& calibration)
{
    switch (t.kind) {
    case ReachTarget::Kind::fits: {
        const MemoryUse memory = evaluate(s, calibration).memory;
        return memory.total() / memory.capacity;
    }
    case ReachTarget::Kind::knee_gpus:
        return kneeOf(s, t.value / gpusPerReplica(s), calibration) * gpusPerReplica(s);
    case ReachTarget::Kind::figure:
        break;
    }
    if (t.metric->id == "knee")
        return kneeOf(s, t.value, calibration);
    return measure(*t.metric, s, calibration).value_or(std::numeric_limits<double>::quiet_NaN());
}

bool isReached(const ReachTarget& t, double figure)
{
    if (t.kind == ReachTarget::Kind::fits)
        return figure <= 1;
    return lowerIsBetter(t) ? figure <= t.value : figure >= t.value;
}

bool isRelative(const ReachTarget& t)
{
    constexpr std::array relative{"mfu", "hfu", "gpu_utilisation"};
    return t.kind == ReachTarget::Kind::knee_gpus
        || (t.metric
            && (t.metric->group == MetricGroup::scale || std::ranges::find(relative, t.metric->id) != relative.end()));
}

double shortfall(const ReachTarget& t, double figure)
{
    const double wanted = t.kind == ReachTarget::Kind::fits ? 1 : t.value;
    const double ratio = lowerIsBetter(t) ? figure / wanted : wanted / figure;
    return std::isfinite(ratio) ? ratio : beyond;
}

double likelyTarget(const ReachTarget& t, double here)
{
    constexpr double better = 1.25;
    constexpr double many_gpus = 1000;
    if (t.kind == ReachTarget::Kind::knee_gpus)
        return here > 0 && std::isfinite(here) ? nextRound(here) : many_gpus;
    if (t.kind == ReachTarget::Kind::fits || !std::isfinite(here))
        return 1;
    if (t.metric->unit == Unit::ratio && t.metric->better == Better::higher && here < 1)
        return twoDigits((1 + here) / 2, true);
    return lowerIsBetter(t) ? twoDigits(here / better, true) : twoDigits(here * better, false);
}

} // namespace kneepoint
