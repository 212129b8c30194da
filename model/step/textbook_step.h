// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/collectives.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// Everything inside a replica at textbook depth, but synchronization: compute at one sustained rate beside a memory
/// roof and a launch floor, collectives of tensor and expert parallelism hidden by a fixed share of the compute, and a
/// pipeline of equal stages. The counterpart of addKernels(); every other piece of a step is the same at both depths.
void addTextbook(StepReport& r, const Scenario& s, const CollectiveLaw& law);

} // namespace kneepoint
