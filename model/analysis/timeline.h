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
    std::vector<TimelineBlock> blocks; ///< in order of time; for stages see blocksOf()
    int stage = 0;                     ///< of a stage's lane, from 0
    int schedule = -1;                 ///< of a gallery of schedules, its number in `schedules`
};

/// One step over time, from the numbers of its report. The GPU lane contains all exposed time exactly once, from 0 to
/// step_s without gaps. The other lanes contain the hidden and exposed time of their parts, with the same sums as the
/// report. Gradient buckets are placed by the simulation of the synchronization (syncStreams), weight buckets before
/// and after the first forward pass; with a fixed overlap, where nothing is simulated, buckets end where the wait for
/// them ends. Layers that gather their own weights do so in every pass. Loading of the next batch starts at 0.
struct Timeline {
    double step_s = 0;
    std::vector<TimelineLane> lanes;
    int micro_batches = 1;                 ///< micro-batches drawn; if a step has more, each represents several
    StageSchedules pipeline;               ///< for a job with pipeline stages
    std::vector<StageSchedules> schedules; ///< of a gallery that compares several
};
/// The blocks of a lane between two times, in order. Passes of a stage that are shorter than `shortest_s` are merged,
/// so that the number of blocks is bounded by the pixels and not by the job.
[[nodiscard]] std::vector<TimelineBlock> blocksOf(
    const Timeline& t, const TimelineLane& lane, double from_s, double to_s, double shortest_s);
[[nodiscard]] Timeline timeline(const Analysis& a);
/// For a single step, as computed with this calibration.
[[nodiscard]] Timeline timeline(const Scenario& s, const StepReport& step, const Calibration& calibration);

} // namespace kneepoint
