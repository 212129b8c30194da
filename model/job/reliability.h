// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// What interrupts a run, and its checkpoints. Times in seconds.
struct Reliability {
    bool has_failures = true;
    double gpu_mtbf_s = 0;         ///< mean time between interruptions caused by one GPU
    double restart_s = 0;          ///< from an interruption to the next useful step
    double checkpoint_write_s = 0; ///< training is stopped for a checkpoint
    double checkpoint_every_s = 0; ///< 0: the optimal interval
};
[[nodiscard]] Reliability reliabilityOf(const Scenario& s);

} // namespace kneepoint
