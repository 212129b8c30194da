// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/reliability.h"

namespace kneepoint {

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

/// First-order goodput of a job on n GPUs: M = GPU MTBF / n; lost = c/τ + (τ/2 + c + R)/M, share = 1/(1 + lost)
/// (Young 1974; Daly 2006). Without failures the share is 1.
[[nodiscard]] Goodput goodput(const Reliability& r, double gpus);

} // namespace kneepoint
