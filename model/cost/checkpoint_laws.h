// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

/// Checkpoints and failures, to first order.
namespace kneepoint {

/// The checkpoint interval that loses least, √(2·c·M), for checkpoints that take c and interruptions M apart (Young
/// 1974).
[[nodiscard]] inline double bestCheckpointInterval(double write_s, double mtbf_s)
{
    return std::sqrt(2 * write_s * mtbf_s);
}

/// Share of the time that this interval spends on writing and on doing work again, √(2·c/M).
[[nodiscard]] inline double leastCheckpointOverhead(double write_s, double mtbf_s)
{
    return std::sqrt(2 * write_s / mtbf_s);
}

/// The longest write that keeps that share: o²·M/2.
[[nodiscard]] inline double longestCheckpointWrite(double overhead, double mtbf_s)
{
    return overhead * overhead * mtbf_s / 2;
}

/// Probability that none of n parts with this mean time between failures fails within a time: exp(−n·t/M).
[[nodiscard]] inline double survivalProbability(double parts, double time_s, double mtbf_s)
{
    return std::exp(-parts * time_s / mtbf_s);
}

} // namespace kneepoint
