// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/job.h"

namespace kneepoint {

/// Expected wait for the slowest GPU at the barrier of a step, in addition to each GPU's own mean loss. All 0 without a
/// barrier or on a single GPU, except p_any_slow.
struct Waits {
    double p_any_slow = 0; ///< probability that some GPU is slow in a step
    double drift = 0;      ///< fraction of the step, because ranks drift apart
    double slow = 0;       ///< fraction of the time in which GPUs compute or communicate within a replica
    double delay_s = 0;    ///< fixed, per step
    double attention = 0;  ///< fraction of attention, because some replica has longer examples
};
[[nodiscard]] Waits waitsOf(const Job& job);

/// Relative increase of the step time because ranks drift apart; Stack::straggler_slope.
[[nodiscard]] double driftShare(const Job& job);

} // namespace kneepoint
