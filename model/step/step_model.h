// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/step/step_report.h"

namespace kneepoint {

struct MicroBatch;

/// The step model: one scenario, with its own runs if it has any, and one calibration in, one report out. Pure, never
/// throws, never allocates; every time in the report is finite and not negative for every scenario inside the
/// catalogue's ranges. Textbook and kernel depth part here, and only what they put in differs: the inside of a replica
/// (addTextbook or addKernels), how a collective takes its time (CollectiveModel, behind allReduce, gather and
/// allToAll), and what hides gradients (OverlapModel, in addSynchronisation).
[[nodiscard]] StepReport evaluate(const Scenario& s, const Calibration& calibration);

/// The same with two of its pieces at hand: microBatch(s, calibration), not looked at without kernel depth, and
/// memoryUse(s).
[[nodiscard]] StepReport evaluate(
    const Scenario& s, const Calibration& calibration, const MicroBatch& one, const MemoryUse& memory);

/// By what share a step on so many GPUs is longer because its ranks drift apart; Stack::straggler_slope.
[[nodiscard]] double driftShare(const Scenario& s, double gpus);

} // namespace kneepoint
