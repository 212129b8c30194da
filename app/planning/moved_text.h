// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <QString>

namespace kneepoint {

/// What a cluster of a plan has moved of the job, most important first: "GPUs 512 → 1080, Global batch size 1024 → 1080
/// and 3 more"; empty if nothing.
[[nodiscard]] QString movedText(const Scenario& before, const Scenario& after);

} // namespace kneepoint
