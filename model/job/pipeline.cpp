// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/pipeline.h"

#include "model/scenario/scenario.h"

namespace kneepoint {

double chunksPerStage(const Plan& plan)
{
    return plan.pipeline_schedule == PipelineSchedule::interleaved ? plan.virtual_stages : 1;
}

int stageCount(double stages)
{
    return std::max(1, static_cast<int>(std::round(stages)));
}

double microbatchesInFlight(const Pipeline& pipe, double stage)
{
    const double later = pipe.stages - 1 - stage;
    if (pipe.schedule == PipelineSchedule::gpipe && pipe.stages > 1)
        return pipe.micro_batches;
    if (pipe.chunks <= 1)
        return std::clamp(later + 1, 1.0, pipe.micro_batches);
    const double warm_up = 2 * later + (pipe.chunks - 1) * pipe.stages + 1;
    return std::clamp(warm_up / pipe.chunks, 1.0, pipe.micro_batches);
}

} // namespace kneepoint
