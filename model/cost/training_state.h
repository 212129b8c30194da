// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/physics.h"
#include "model/cost/memory_use.h"

namespace kneepoint {

/// Bytes of training state per parameter: weights and gradients in the compute format, optimizer state of
/// mixed-precision Adam.
struct StateWidths {
    double weight = 2;
    double gradient = 2;
    double optimizer = master_bytes + adam_moment_bytes; ///< master weight and both moments
};

/// Weights, gradients and optimizer state of `parameters` on each of `ranks` replicas: ZeRO shards the optimizer state
/// from stage 1 on, gradients from stage 2 on, and weights at stage 3 (Rajbhandari et al. 2020).
[[nodiscard]] inline MemoryUse trainingState(double parameters, const StateWidths& widths, int zero_stage, double ranks)
{
    const auto share = [&](int from_stage) { return zero_stage >= from_stage ? ranks : 1; };
    MemoryUse use;
    use.weights = parameters * widths.weight / share(3);
    use.gradients = parameters * widths.gradient / share(2);
    use.optimizer = parameters * widths.optimizer / share(1);
    return use;
}

} // namespace kneepoint
