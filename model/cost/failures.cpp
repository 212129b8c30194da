// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/failures.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

double bestCheckpointInterval(double write_s, double interruption_s)
{
    return std::sqrt(2 * write_s * interruption_s);
}

Goodput goodput(const Reliability& r, double gpus)
{
    Goodput g;
    if (!r.has_failures)
        return g;
    const double write_s = r.checkpoint_write_s;
    g.interruption_s = r.gpu_mtbf_s / gpus;
    const double optimum = bestCheckpointInterval(write_s, g.interruption_s);
    g.checkpoint_interval_s = std::max(1.0, r.checkpoint_every_s > 0 ? r.checkpoint_every_s : optimum);
    const double writing = write_s / g.checkpoint_interval_s;
    const double rework = (g.checkpoint_interval_s / 2 + write_s) / g.interruption_s;
    const double restart = r.restart_s / g.interruption_s;
    g.share = 1 / (1 + writing + rework + restart);
    g.checkpoint_share = writing * g.share;
    g.rework_share = rework * g.share;
    g.restart_share = restart * g.share;
    return g;
}

} // namespace kneepoint
