// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/stage_layers.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// How a replica's micro-batches pass through its stages.
struct Pipeline {
    double stages = 1;        ///< p
    double chunks = 1;        ///< chunks of layers per stage, v
    double micro_batches = 1; ///< per replica and step, m
    PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
    StageLayers layers;
    bool operator==(const Pipeline&) const = default;
};

/// Chunks of layers per stage, v: plan.virtual_stages with the interleaved schedule, else 1.
[[nodiscard]] double chunksPerStage(const Plan& plan);

/// Pipeline stages as a whole number, at least 1.
[[nodiscard]] int stageCount(double stages);

/// Micro-batches in flight: those whose activations a stage holds at the same time, in units of the whole stage, 1 … m.
/// One stage: 1, whatever the schedule. GPipe: all m. 1F1B: p−i. Interleaved: 2(p−1−i) + (v−1)p + 1 chunks, each 1/v of
/// a stage (Narayanan et al. 2021; on the first stage that is Korthikanti's p·(1 + (p−1)/(p·v))). Never more than there
/// are.
[[nodiscard]] double microbatchesInFlight(const Pipeline& pipeline, double stage);

} // namespace kneepoint
