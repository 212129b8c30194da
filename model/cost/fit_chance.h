// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

struct MemoryUse;

/// Probability that a stage fits in memory, 0 … 1: Φ(ln(capacity / predicted) / spread). One half if the prediction
/// equals the capacity; 1 if nothing is needed.
[[nodiscard]] double fitChance(const MemoryUse& use);
/// The 90 % interval of memory as a factor on its prediction: from 1/factor to factor.
[[nodiscard]] double memoryIntervalFactor(const MemoryUse& use);

} // namespace kneepoint
