// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/analysis/pipeline_schedule.h"

#include <string>
#include <vector>

namespace kneepoint {

enum class LaneKind { gpu, input, model_communication, gradients, stage };

struct TimelineLane {
    LaneKind kind = LaneKind::gpu;
    std::string label;                 ///< "GPU", "Gradient synchronization", "Stage 2"
    std::vector<TimelineBlock> blocks; ///< in order of time; of a stage see blocksOf()
    int stage = 0;                     ///< counted from 0, of a stage's lane
};

/// One step drawn in time, from the numbers of its report. The GPU lane holds every exposed second once, from 0 to
/// step_s without gaps. The other lanes hold hidden and exposed time of their parts, and their sums are the report's.
/// Buckets of gradients stand where the simulation of the synchronization put them (syncStreams), those of weights
/// before and behind the first forward pass; under a fixed overlap, where nothing is simulated, buckets end where the
/// wait for them ends. Layers that gather their own weights do so in every pass. The next batch loads from the start.
struct Timeline {
    double step_s = 0;
    std::vector<TimelineLane> lanes;
    int micro_batches = 1; ///< drawn; where there are more in a step, each stands for several
    double micro_batches_each = 1;
    StageSchedules pipeline; ///< of a job with pipeline stages
};
/// What a lane shows between two times, in order. Where a stage's passes are shorter than `shortest_s` they share a
/// block, so that what is drawn is bounded by the pixels and not by the job.
[[nodiscard]] std::vector<TimelineBlock> blocksOf(
    const Timeline& t, const TimelineLane& lane, double from_s, double to_s, double shortest_s);
[[nodiscard]] Timeline timeline(const Analysis& a);
/// Of a step alone, as computed with this calibration.
[[nodiscard]] Timeline timeline(const Scenario& s, const StepReport& step, const Calibration& calibration);

} // namespace kneepoint
