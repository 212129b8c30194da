// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/measure.h"

#include "model/explore/scaling.h"
#include "model/explore/training.h"
#include "model/step/step_model.h"

#include <array>
#include <limits>

namespace kneepoint {
namespace {

struct Entry {
    std::string_view id, label;
    Unit unit;
    bool greater_better;
};
constexpr std::array<Entry, measure_count> entries{{
    {"step-time", "Step time", Unit::seconds, false},
    {"throughput", "Throughput", Unit::examples_per_second, true},
    {"efficiency", "Scaling efficiency", Unit::ratio, true},
    {"mfu", "MFU", Unit::ratio, true},
    {"knee", "Knee", Unit::none, true},
    {"cost", "Cost of the run", Unit::dollars, false},
    {"training-time", "Time to train", Unit::hours, false},
}};
const Entry& entry(Measure m)
{
    return entries[static_cast<std::size_t>(m)];
}

double knee(const Scenario& s)
{
    ScalingQuestion question(s);
    const Knees knees = scalingCurve(question, s).knees;
    if (knees.gamma)
        return knees.gamma->workers;
    return knees.tolerance ? knees.tolerance->workers : std::numeric_limits<double>::infinity();
}

} // namespace

std::string_view measureId(Measure m)
{
    return entry(m).id;
}
std::string_view measureLabel(Measure m)
{
    return entry(m).label;
}
Unit measureUnit(Measure m)
{
    return entry(m).unit;
}
bool isGreaterBetter(Measure m)
{
    return entry(m).greater_better;
}

double measure(const Scenario& s, Measure m)
{
    if (m == Measure::knee)
        return knee(s);
    if (m == Measure::efficiency)
        return scalePoint(s, workers(s)).efficiency;
    const StepReport step = evaluate(s);
    switch (m) {
    case Measure::throughput:
        return step.global_batch / step.step_s;
    case Measure::mfu:
        return step.step_flops / (gpusPerReplica(s) * step.step_s * step.roof.peak_flops);
    case Measure::cost:
        return training(s, step).cost;
    case Measure::training_time:
        return training(s, step).time_s;
    default:
        return step.step_s;
    }
}

} // namespace kneepoint
