// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// Probability that at least one of n GPUs is slow in a step: 1 − (1−p)ⁿ (distributed roofline, section 3).
[[nodiscard]] double anySlowProbability(double gpus, double probability);

/// Probability that some GPU is slow beyond that of one GPU, 1 − (1−p)ⁿ − p: the share of a slowdown that a step waits
/// in addition to each GPU's own mean loss. It stays at its maximum, p = 1 − n^(−1/(n−1)), for all higher p: although
/// GPUs that are slow in most steps differ less, being slow more often never shortens a step. 0 for n = 1.
[[nodiscard]] double slowestExcess(double gpus, double probability);

/// Standard deviation over the mean of Σ L² of examples that fill a fixed number of tokens, `examples` of them on
/// average, where lengths L are log-normal with standard deviation over mean s: √(q(q−1)(q²+q−1)/n), q = 1 + s².
/// Packing fixes Σ L, so per example it is the spread of L² − L·E[L²]/E[L] that counts (renewal–reward: Smith 1955),
/// with E[Lᵏ] = E[L]ᵏ·q^(k(k−1)/2).
[[nodiscard]] double attentionSpread(double length_spread, double examples);

/// Expected largest of n standard normal draws, by Blom's approximation Φ⁻¹((n − 0.375)/(n + 0.25)); 0 for n = 1.
[[nodiscard]] double expectedSlowest(double gpus);

} // namespace kneepoint
