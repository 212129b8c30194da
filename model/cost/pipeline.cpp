// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/pipeline.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// What every stage has, and how many are left over.
struct Shares {
    double each;
    double left;
};

Shares sharesOf(const Scenario& s)
{
    constexpr double rounding = 1e-9;
    const double stages = s.plan.pipeline_parallel;
    const double layers = s.workload.layers;
    const double each = std::floor(layers / stages + rounding);
    return {each, std::max(0.0, layers - stages * each)};
}

} // namespace

double chunksPerStage(const Scenario& s)
{
    return s.plan.pipeline_schedule == PipelineSchedule::interleaved ? s.plan.virtual_stages : 1;
}

double layersOfStage(const Scenario& s, double stage)
{
    const Shares share = sharesOf(s);
    const double between = std::max(0.0, s.plan.pipeline_parallel - 2);
    if (stage > 0)
        return share.each + std::clamp(std::min(share.left, between) - (stage - 1), 0.0, 1.0);
    return share.each + std::max(0.0, share.left - between);
}

double layersBeforeStage(const Scenario& s, double stage)
{
    if (stage <= 0)
        return 0;
    const Shares share = sharesOf(s);
    const double between = std::max(0.0, s.plan.pipeline_parallel - 2);
    return layersOfStage(s, 0) + (stage - 1) * share.each + std::min(stage - 1, std::min(share.left, between));
}

double microbatchesInFlight(const Scenario& s, double stage)
{
    const double all = s.plan.accumulation;
    const double later = s.plan.pipeline_parallel - 1 - stage;
    const double chunks = chunksPerStage(s);
    if (s.plan.pipeline_schedule == PipelineSchedule::gpipe)
        return all;
    if (chunks <= 1)
        return std::clamp(later + 1, 1.0, all);
    const double warm_up = 2 * later + (chunks - 1) * s.plan.pipeline_parallel + 1;
    return std::clamp(warm_up / chunks, 1.0, all);
}

} // namespace kneepoint
