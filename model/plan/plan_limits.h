// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"

namespace kneepoint {

/// The smallest deadline or budget that some cluster meets with the probability wanted, within the other limits.
[[nodiscard]] PlanRelaxation safeLimits(
    const std::vector<PlanPoint>& points, const PlanLimits& limits, const Campaign& campaign);

/// The smallest limit that some cluster meets with an even chance, within the other limits.
[[nodiscard]] PlanRelaxation relaxation(
    const std::vector<PlanPoint>& points, const PlanLimits& limits, const Campaign& campaign);

} // namespace kneepoint
