// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <vector>

namespace kneepoint {

/// Cost and duration of the whole run on one number of replicas.
struct RunPoint {
    double workers = 1;
    double cost = 0;   ///< dollars; 0 if no price is set
    double time_s = 0; ///< to train
};

/// The points of the scaling curve as whole runs, in ascending order of K; without those that would never end.
[[nodiscard]] std::vector<RunPoint> runsAlong(const Analysis& a);

/// K of the cheapest run with a whole number of replicas, the smallest if several are equal; 0 if there is no price.
[[nodiscard]] double cheapestWorkers(const std::vector<RunPoint>& runs);

} // namespace kneepoint
