// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/step/step_report.h"

#include <optional>

namespace kneepoint {

/// The job on the smallest cluster that holds it: what an automatically planned job is compared with, GPU for GPU.
struct SmallestCluster {
    Scenario scenario; ///< its GPUs and its layout; the batch is the job's
    StepReport step;
};

/// The fewest GPUs, 1, 2, 4 … of a node and then 1, 2, 4 … nodes, on which a usual layout of the job fits, with the
/// fastest of these layouts. It holds the job without recomputing whole layers, if some cluster does: where every layer
/// is computed twice, any larger cluster would seem to scale better than ideally. Usual layouts: tensor parallelism
/// inside a node, pipeline stages and replicas in powers of two without virtual stages, the optimizer or everything
/// sharded over replicas, micro-batches of 1 to 4, experts spread over as many ranks as possible or not at all, and as
/// little recomputation as fits; and the job's own layout where it has as many GPUs. The answer depends neither on the
/// job's layout nor on its GPUs otherwise, so it moves with the hardware only as far as the hardware's own speed does.
/// Nothing if none fits on as many GPUs as the job has.
[[nodiscard]] std::optional<SmallestCluster> smallestCluster(const Scenario& job, const Calibration& calibration);

} // namespace kneepoint
