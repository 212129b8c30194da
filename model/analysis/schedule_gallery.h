// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/timeline.h"

#include <optional>
#include <string>
#include <vector>

namespace kneepoint {

/// The job in one of the pipeline schedules.
struct ScheduleOption {
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    std::string label;       ///< "Zero bubble, ZB-V"
    double step_s = 0;       ///< of the job in this schedule
    double bubble_s = 0;     ///< of it
    double memory_bytes = 0; ///< on a GPU of the fullest stage
    bool fits = true;
    bool own = false;    ///< the schedule of the job
    bool offered = true; ///< by the software
    std::string fault;   ///< why no software could run the job in it; empty if some could
    Timeline timeline;   ///< of the job in it; without lanes if it cannot
};

/// All schedules of a pipeline, in the order of the catalogue, each with everything else as in the job; interleaved
/// with the job's virtual stages, or with two. Empty without a pipeline.
[[nodiscard]] std::vector<ScheduleOption> scheduleGallery(const Analysis& a);

/// A schedule with gradients of weights apart that the software offers and the job can have, with everything else as it
/// is; nothing without one, or if the job has one.
[[nodiscard]] std::optional<PipelineSchedule> offeredSchedule(const Scenario& s);
/// Whether the software of a job has a schedule.
[[nodiscard]] bool hasSchedule(const Scenario& s, PipelineSchedule schedule);

/// Their stages over each other on one time axis: of each schedule that the job can have, the first stage, the last,
/// and at most two between them.
[[nodiscard]] Timeline galleryTimeline(const std::vector<ScheduleOption>& gallery);

} // namespace kneepoint
