// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

namespace kneepoint {

/// Bytes a GPU holds, by kind, on the fullest pipeline stage.
struct MemoryUse {
    double weights = 0;
    double gradients = 0;
    double optimizer = 0;
    double activations = 0;
    double capacity = 0;
    [[nodiscard]] double total() const { return weights + gradients + optimizer + activations; }
    [[nodiscard]] bool fits() const { return total() <= capacity; }
};

/// Mixed-precision Adam: weights and gradients in the compute format, 12 bytes of optimizer state a parameter (8 where
/// weights are 4 bytes wide); ZeRO stages divide by K. Activations a layer: S·b·h·(10 + 24/t + 5·a·S/(h·t)) bytes,
/// without the last term with selective recomputation, 2·S·b·h with full; min(p, m) micro-batches are in flight
/// (Korthikanti et al. 2022; Rajbhandari et al. 2020).
[[nodiscard]] MemoryUse memoryUse(const Scenario& s);

} // namespace kneepoint
