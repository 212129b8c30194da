// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/run_curve.h"

#include "model/analysis/training.h"

#include <cmath>

namespace kneepoint {

std::vector<RunPoint> runsAlong(const Analysis& a)
{
    std::vector<RunPoint> runs;
    runs.reserve(a.curve.points.size());
    for (const ScalePoint& point : a.curve.points) {
        const Training run = training(a.scenario, point.step);
        if (run.time_s > 0 && std::isfinite(run.time_s))
            runs.push_back({point.workers, std::isfinite(run.cost) ? run.cost : 0, run.time_s});
    }
    return runs;
}

double cheapestWorkers(const std::vector<RunPoint>& runs)
{
    const auto isWhole = [](double k) { return std::abs(k - std::round(k)) < 1e-9 * k; };
    const RunPoint* best = nullptr;
    for (const RunPoint& run : runs)
        if (run.cost > 0 && isWhole(run.workers) && (!best || run.cost < best->cost))
            best = &run;
    return best ? best->workers : 0;
}

} // namespace kneepoint
