// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/memory.h"

namespace kneepoint {

/// Standard deviations on either side of the mean that hold nine of ten values of a normal distribution.
inline constexpr double deviations_of_nine_in_ten = 1.6449;

/// Chance that a stage's memory is enough, 0 … 1: the normal distribution at ln(capacity / predicted) over its spread.
/// A half where the prediction fills the GPU; 1 where nothing is needed.
[[nodiscard]] double fitChance(const MemoryUse& use);
/// What the memory of nine GPUs of ten lies within, over its prediction: up to this factor, down to its inverse.
[[nodiscard]] double memoryIntervalFactor(const MemoryUse& use);

} // namespace kneepoint
