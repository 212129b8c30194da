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

/// Chunks of layers per stage, v: plan.virtual_stages with the interleaved and the breadth-first schedule, 2 where the
/// layers turn back, else 1.
[[nodiscard]] double chunksPerStage(const Plan& plan);

/// Pipeline stages as a whole number, at least 1.
[[nodiscard]] int stageCount(double stages);

/// Micro-batches in flight: those whose activations a stage holds at the same time, in units of the whole stage, 1 … m.
/// One stage: 1, whatever the schedule. GPipe and breadth-first: all m. 1F1B: p−i. Interleaved: 2(p−1−i) + (v−1)p + 1
/// chunks, each 1/v of a stage (Narayanan et al. 2021; on the first stage that is Korthikanti's p·(1 + (p−1)/(p·v))).
/// Zero bubble: p on every stage (ZB-H1 and ZB-V, arXiv:2401.10241). DualPipe: p+1, and p+½ in V order, 2p+1 halves
/// (README of deepseek-ai/DualPipe). Never more than there are.
[[nodiscard]] double microbatchesInFlight(const Pipeline& pipeline, double stage);

/// Copies of its layers that the pipeline holds: 2 for DualPipe, whose micro-batches enter at both ends, else 1. A
/// stage then has the layers of its mirror image, p−1−i, too.
[[nodiscard]] double layerCopies(PipelineSchedule schedule);

/// Layers of a stage that a micro-batch passes: with DualPipe the mean of a stage and its mirror image.
[[nodiscard]] inline StageLoad loadOf(const Pipeline& pipeline, double stage)
{
    if (pipeline.schedule != PipelineSchedule::dualpipe)
        return pipeline.layers.load(stage);
    const StageLoad load = pipeline.layers.load(stage);
    const StageLoad mirrored = pipeline.layers.load(pipeline.stages - 1 - stage);
    return {(load.layers + mirrored.layers) / 2, (load.dense + mirrored.dense) / 2, (load.frozen + mirrored.frozen) / 2,
        (load.frozen_dense + mirrored.frozen_dense) / 2, (load.encoder + mirrored.encoder) / 2,
        (load.frozen_encoder + mirrored.frozen_encoder) / 2};
}

/// Which of the two tables a stage holds: the first and the last stage one each; the first both where the layers turn
/// back; with DualPipe the first and the last both.
struct StageTables {
    bool embedding = false;
    bool output = false;
    [[nodiscard]] double count() const { return (embedding ? 1 : 0) + (output ? 1 : 0); }
};
[[nodiscard]] StageTables tablesOf(const Pipeline& pipeline, int stage);

} // namespace kneepoint
