// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/job.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// Adds everything inside a replica at textbook depth, except gradient synchronization: compute at one sustained rate
/// with a memory roof and a launch floor, tensor- and expert-parallel collectives hidden behind a fixed fraction of the
/// compute, and a pipeline of equal stages. The counterpart of addKernels(); all other parts of a step are the same at
/// both depths.
void addTextbook(StepReport& r, const Job& job);

} // namespace kneepoint
