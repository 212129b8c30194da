// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/statistical_wall.h"

#include "model/analysis/training.h"
#include "model/catalogue/catalogue.h"
#include "model/job/reliability.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr int points_per_octave = 2;
constexpr double reach = 64; ///< times beyond the present and the critical batch

/// The current job with this many replicas and the same batch per replica.
Scenario withReplicas(const Analysis& a, double replicas)
{
    Scenario s = a.scenario;
    s.workload.scaling = Scaling::weak;
    s.workload.batch_per_gpu = a.step.microbatch;
    s.plan.accumulation = a.step.microbatches;
    s.cluster.gpus = replicas * a.step.gpus / a.step.workers;
    return s;
}

WallPoint pointOf(const Analysis& a, double replicas, double useful)
{
    const Scenario s = withReplicas(a, replicas);
    const StepReport step = evaluate(s, a.calibration);
    const double batch = replicas * a.step.global_batch / a.step.workers;
    const double critical = s.workload.critical_batch;
    const double wasted = critical > 0 ? useful * batch / critical : 0;
    const double steps = (useful + wasted) / batch;
    return {
        batch, useful, wasted, steps * step.step_s / goodput(reliabilityOf(s), s.cluster.gpus).share, s.cluster.gpus};
}

} // namespace

StatisticalWall statisticalWall(const Analysis& a)
{
    StatisticalWall wall;
    const StepReport& now = a.step;
    wall.critical_batch = a.scenario.workload.critical_batch;
    if (!(now.global_batch > 0) || !(now.workers >= 1))
        return wall;
    const double useful = a.training.steps * now.global_batch * a.training.statistical_efficiency;
    wall.present = {now.global_batch, useful,
        wall.critical_batch > 0 ? useful * now.global_batch / wall.critical_batch : 0, a.training.time_s, now.gpus};
    const double each = now.global_batch / now.workers;
    const double most_gpus = parameter("cluster.gpus").range.max;
    const double most =
        std::min(most_gpus * now.workers / now.gpus, std::max({now.workers, wall.critical_batch / each, 1.0}) * reach);
    const int count = static_cast<int>(std::ceil(points_per_octave * std::log2(std::max(2.0, most)))) + 1;
    for (int i = 0; i < count; ++i)
        wall.points.push_back(pointOf(a, std::min(most, std::exp2(double(i) / points_per_octave)), useful));
    return wall;
}

std::string statisticalWallSentence(const StatisticalWall& wall)
{
    const WallPoint& p = wall.present;
    const std::string batch = words::number(p.batch);
    if (!(wall.critical_batch > 0))
        return fmt::format("No critical batch is given, so every example of a global batch of {} counts in full. Set "
                           "the critical batch to see the statistical wall.",
            batch);
    const double share = p.wasted / (p.useful + p.wasted);
    const char* side = p.batch < wall.critical_batch ? "below" : "above";
    return fmt::format(
        "A global batch of {} is {} the critical {}: {} of the examples are wasted, and the target takes {}.", batch,
        side, words::number(wall.critical_batch), words::percent(share), formatQuantity(p.time_s, Unit::hours));
}

} // namespace kneepoint
