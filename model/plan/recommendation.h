// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"

namespace kneepoint {

/// The Pareto-optimal points in time and cost, fastest first.
[[nodiscard]] std::vector<PlanPoint> front(std::vector<PlanPoint> points);

/// Of a front: the fastest point whose cost per token is at most that of the cheapest divided by the tolerance of the
/// job's knee, so that it does not depend on where the range of clusters ends. A layout that is rarely run counts as
/// rare_noise slower and dearer.
[[nodiscard]] std::optional<std::size_t> kneeOf(const std::vector<PlanPoint>& points);

struct Recommendation {
    std::optional<PlanPoint> point; ///< nothing where none keeps all limits
    std::string reason;
};
/// See plan().
[[nodiscard]] Recommendation recommendation(const std::vector<PlanPoint>& points, const PlanLimits& limits);

} // namespace kneepoint
