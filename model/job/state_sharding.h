// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/physics.h"
#include "model/scenario/choices.h"

namespace kneepoint {

/// How ZeRO shards weights, gradients and optimizer state of a GPU's parameters.
struct StateSharding {
    int zero_stage = 0;
    double ranks = 1;                        ///< that the state is sharded over; 1 without ZeRO
    double expert_ranks = 1;                 ///< the same for routed experts, of which other ranks hold others
    double moment_bytes = adam_moment_bytes; ///< optimizer moments per parameter
    Optimizer optimizer = Optimizer::adamw;
    Offload offload = Offload::none;
    GradientPrecision gradients = GradientPrecision::bf16; ///< as they are sent
    bool operator==(const StateSharding&) const = default;
};

} // namespace kneepoint
