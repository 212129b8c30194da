// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/step/step_version.h"

#include <vector>

namespace kneepoint {

/// The job in its best layout on each smaller cluster that is faster, per GPU, than any still smaller one; in ascending
/// order of GPUs. This is what an automatically planned job is compared with. Clusters are 1, 2, 4 … GPUs of a node and
/// 1, 2, 4 … nodes, fewer than the job's. With strong scaling they run the job's global batch, with weak scaling the
/// part of it that their GPUs have in the job. The best layout is the fastest that fits of those that people run:
/// tensor parallelism inside a node, pipeline stages and replicas in powers of two, no virtual stages or as many as
/// possible up to 8, no context parallelism, the optimizer or everything sharded over replicas, micro-batches of 1 to
/// 4, experts spread over as many ranks as possible or not at all, and as little recomputation as fits. What the job
/// pins stays. The answer depends on nothing else of the job's layout, and more GPUs only add clusters to it.
[[nodiscard]] std::vector<StepVersion> smallerClusters(const Scenario& job, const Calibration& calibration);

} // namespace kneepoint
