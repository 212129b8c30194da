// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// Probability that at least one of n GPUs is slow in a step: 1 − (1−p)ⁿ (distributed roofline, section 3).
[[nodiscard]] double anySlowProbability(double gpus, double probability);

/// Expected largest of n standard normal draws, by Blom's approximation Φ⁻¹((n − 0.375)/(n + 0.25)); 0 for n = 1.
[[nodiscard]] double expectedSlowest(double gpus);

} // namespace kneepoint
