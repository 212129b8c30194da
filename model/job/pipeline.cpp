// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/pipeline.h"

#include "model/scenario/scenario.h"

namespace kneepoint {
namespace {

constexpr double turning_chunks = 2; ///< one on the way down the stages, one on the way back

/// In units of the whole stage, where gradients of weights are computed apart.
double splitInFlight(const Pipeline& pipe)
{
    const double more = pipe.schedule == PipelineSchedule::dualpipe ? 1
        : pipe.schedule == PipelineSchedule::dualpipe_v             ? 1 / turning_chunks
                                                                    : 0;
    return std::clamp(pipe.stages + more, 1.0, std::max(1.0, pipe.micro_batches));
}

} // namespace

double chunksPerStage(const Plan& plan)
{
    if (turnsBack(plan.pipeline_schedule))
        return turning_chunks;
    return loops(plan.pipeline_schedule) ? plan.virtual_stages : 1;
}

int stageCount(double stages)
{
    return std::max(1, static_cast<int>(std::round(stages)));
}

double microbatchesInFlight(const Pipeline& pipe, double stage)
{
    const double later = pipe.stages - 1 - stage;
    if (keepsAll(pipe.schedule) && pipe.stages > 1)
        return pipe.micro_batches;
    if (splitsBackward(pipe.schedule) && pipe.stages > 1)
        return splitInFlight(pipe);
    if (pipe.chunks <= 1)
        return std::clamp(later + 1, 1.0, pipe.micro_batches);
    const double warm_up = 2 * later + (pipe.chunks - 1) * pipe.stages + 1;
    return std::clamp(warm_up / pipe.chunks, 1.0, pipe.micro_batches);
}

double layerCopies(PipelineSchedule schedule)
{
    return schedule == PipelineSchedule::dualpipe ? 2 : 1;
}

StageTables tablesOf(const Pipeline& pipe, int stage)
{
    const bool first = stage == 0, last = stage + 1 == stageCount(pipe.stages);
    if (turnsBack(pipe.schedule))
        return {first, first};
    if (pipe.schedule == PipelineSchedule::dualpipe)
        return {first || last, first || last};
    return {first, last};
}

} // namespace kneepoint
