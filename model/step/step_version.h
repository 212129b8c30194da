// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"

namespace kneepoint {

/// One variant of a job: what may differ along a curve or in a search.
struct StepVersion {
    Plan plan;
    double gpus = 1;
    double batch_per_gpu = 1; ///< examples
    double global_batch = 1;  ///< examples
};

} // namespace kneepoint
