// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/failures.h"

#include "model/job/reliability.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

double bestCheckpointInterval(double write_s, double interruption_s)
{
    return std::sqrt(2 * write_s * interruption_s);
}

double keptShare(double interruption_s, double interval_s, double write_s, double restart_s)
{
    const double segment = std::expm1((interval_s + write_s) / interruption_s);
    return interval_s / interruption_s / (std::exp(restart_s / interruption_s) * segment);
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
    g.share = std::max(least_goodput, keptShare(g.interruption_s, g.checkpoint_interval_s, write_s, r.restart_s));
    g.checkpoint_share = std::min(1 - g.share, g.share * write_s / g.checkpoint_interval_s);
    const double lost = 1 - g.share - g.checkpoint_share;
    const double repeated_s = g.checkpoint_interval_s / 2 + write_s;
    g.rework_share = lost * repeated_s / (repeated_s + r.restart_s);
    g.restart_share = lost * r.restart_s / (repeated_s + r.restart_s);
    return g;
}

} // namespace kneepoint
