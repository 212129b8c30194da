// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

/// Checkpoints and failures, to first order.
namespace kneepoint {

/// The optimal checkpoint interval, √(2·c·M), for a write time c and a mean time M between interruptions (Young 1974).
[[nodiscard]] inline double bestCheckpointInterval(double write_s, double mtbf_s)
{
    return std::sqrt(2 * write_s * mtbf_s);
}

/// Fraction of the time spent on checkpoint writes and rework at this interval, √(2·c/M).
[[nodiscard]] inline double leastCheckpointOverhead(double write_s, double mtbf_s)
{
    return std::sqrt(2 * write_s / mtbf_s);
}

/// The longest write time for which this fraction is o: o²·M/2.
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
