// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"

namespace kneepoint {

/// One micro-batch of one layer, and how the GPUs of a replica divide it.
struct LayerSplit {
    double examples = 1; ///< of the micro-batch, b
    double tokens = 1;   ///< of the micro-batch on one GPU, b·S/c
    double tensor = 1;   ///< tensor-parallel ranks, t
    double sequence = 1; ///< divisor of what sequence parallelism divides: t, or 1 without it
    double context = 1;  ///< context-parallel ranks, c
    double experts = 1;  ///< ranks that the experts of a layer are distributed over, min(e, K·c); 1 without experts
    Recompute recompute = Recompute::none;
    bool operator==(const LayerSplit&) const = default;
};

} // namespace kneepoint
