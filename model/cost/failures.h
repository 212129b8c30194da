// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace kneepoint {

struct Reliability;

/// What interruptions cost a long run.
struct Goodput {
    double share = 1;                 ///< fraction of wall-clock time spent on work that is kept
    double interruption_s = 0;        ///< mean time between interruptions of the whole job; 0 without failures
    double checkpoint_interval_s = 0; ///< as chosen, or the optimum √(2·c·M)
    double checkpoint_share = 0;      ///< fraction of wall-clock time: writing checkpoints
    double rework_share = 0;          ///< half an interval repeated at each interruption
    double restart_share = 0;         ///< detecting, replacing, loading
};

/// The optimal checkpoint interval, √(2·c·M), for a write time c and a mean time M between interruptions (Young 1974).
[[nodiscard]] double bestCheckpointInterval(double write_s, double interruption_s);

/// Fraction of the time that is kept: τ/(M·e^(R/M)·(e^((τ + c)/M) − 1)), for exponentially distributed interruptions
/// that may also strike during checkpoints, repeated work and restarts (Daly 2006, doi:10.1016/j.future.2004.11.016,
/// eq. 20). For a large M it is 1/(1 + c/τ + (τ/2 + c + R)/M).
[[nodiscard]] double keptShare(double interruption_s, double interval_s, double write_s, double restart_s);

/// Goodput of a job on n GPUs, M = GPU MTBF / n. What is lost apart from checkpoints is divided between rework and
/// restarts in the ratio (τ/2 + c) : R of the first order. Without failures the share is 1; a job that hardly ever
/// reaches a checkpoint keeps least_goodput.
[[nodiscard]] Goodput goodput(const Reliability& r, double gpus);

/// So that the time of a run that never ends is still a number.
inline constexpr double least_goodput = std::numeric_limits<double>::epsilon();

} // namespace kneepoint
