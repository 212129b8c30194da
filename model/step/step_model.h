// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/step/step_report.h"

namespace kneepoint {

struct Job;
struct MicroBatch;

/// The step model: one scenario (including a calibration from own runs, if any) and one calibration in, one report out.
/// Pure, never throws, never allocates; all times in the report are finite and non-negative for all scenarios within
/// the catalogue's ranges. Textbook and kernel depth branch here and differ only in the inside of a replica
/// (addTextbook or addKernels), the time of a collective (CollectiveModel, in allReduce, gather and allToAll), and what
/// hides gradients (OverlapModel, in addSynchronization).
[[nodiscard]] StepReport evaluate(const Scenario& s, const Calibration& calibration);

/// The same for a resolved job with two intermediate results given: microBatch(job), only used at kernel depth, and
/// memoryUse(job).
[[nodiscard]] StepReport evaluate(const Job& job, const MicroBatch& one, const MemoryUse& memory);
/// The step time without memory, which it does not depend on.
[[nodiscard]] double stepSeconds(const Job& job);

} // namespace kneepoint
