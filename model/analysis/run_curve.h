// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <vector>

namespace kneepoint {

/// Money and time of the whole run on one number of replicas.
struct RunPoint {
    double workers = 1;
    double cost = 0;   ///< dollars; 0 where no price is given
    double time_s = 0; ///< to train
};

/// The points of the scaling curve as whole runs, by rising K; without those that would never end.
[[nodiscard]] std::vector<RunPoint> runsAlong(const Analysis& a);

/// K of the cheapest of those on whole numbers of replicas, the smallest of equals; 0 where no run costs anything.
[[nodiscard]] double cheapestWorkers(const std::vector<RunPoint>& runs);

} // namespace kneepoint
