// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/step/micro_batch.h"

namespace kneepoint {

/// Everything inside a replica at kernel depth, but synchronization. A pipeline moves at the pace of its slowest stage:
/// m micro-batches there, and p−1 stages of mean length, through v chunks, to fill and to drain. Layers are whole, the
/// last stage has the output layer. Slowest is the stage that is done last with what its compute does not hide of its
/// gradients.
void addKernels(StepReport& r, const Scenario& s, const MicroBatch& one, const Calibration& calibration);

} // namespace kneepoint
