// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/micro_batch.h"
#include "model/step/synchronization.h"
#include "model/step/waits.h"

#include <vector>

namespace kneepoint {

/// Adds everything inside a replica at kernel depth, except gradient synchronization. A pipeline is limited by its
/// slowest stage: m micro-batches there, plus p−1 stages of mean length, divided by v chunks, to fill and drain, or
/// what the schedule makes of that (pipeline_bubble.h). Stages have whole layers, and the last stage has the output
/// layer. The slowest stage is the one whose step is longest: with its exposed gradient synchronization and what waits
/// add to it. If all stages have the same layers, it is the last one for any number of micro-batches, and compute and
/// the communication inside the replica are proportional to that number, unless breadth-first micro-batches share
/// gathers.
void addKernels(StepReport& r, const Job& job, const MicroBatch& one, const GradientSync& sync, const Waits& waits);

/// The passes of the first stage, which gradientSync() needs.
void addFirstStage(StepReport& r, const Job& job, const MicroBatch& one);

/// How long each stage takes for the passes of one micro-batch, without messages between stages.
[[nodiscard]] std::vector<double> stageSeconds(const Job& job, const MicroBatch& one);

} // namespace kneepoint
