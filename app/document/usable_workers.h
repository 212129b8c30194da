// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// GPUs for about `k` replicas: the nearest whole number of replicas, within the catalogue's range.
[[nodiscard]] double usableGpus(const Scenario& s, double k);

} // namespace kneepoint
