// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/links.h"
#include "model/scenario/choices.h"

namespace kneepoint {

/// The constants of the law of collectives for each depth: below `protocols`, those of textbooks; for `protocols`, the
/// fitted ones. payload and two_way: the payload sent once and twice per all-reduce (network bottleneck calculation);
/// ring: the bandwidth term of a ring; alpha_beta: latency α per hop and bandwidth (Hockney 1994; Thakur et al. 2005).
[[nodiscard]] const CollectiveLaw& collectiveLaw(CollectiveModel model, const CollectiveLaw& fitted);

} // namespace kneepoint
