// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/waits.h"

#include "model/cost/constants.h"
#include "model/cost/stragglers.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

Waits waitsOf(const Scenario& s, double gpus)
{
    const Assumptions& assume = s.assumptions;
    Waits waits;
    if (assume.stragglers)
        waits.p_any_slow = anySlowProbability(gpus, assume.straggler_probability);
    if (s.plan.synchronization == Synchronization::parameter_server || gpus <= 1)
        return waits;
    waits.delay_s = assume.sync_delay_s;
    waits.drift = driftShare(s, gpus);
    if (!assume.stragglers)
        return waits;
    const double slow = assume.straggler_slowdown * slowestExcess(gpus, assume.straggler_probability);
    const double spread = assume.jitter > 0 ? assume.jitter * expectedSlowest(gpus) : 0;
    waits.slow = slow + spread;
    return waits;
}

double driftShare(const Scenario& s, double gpus)
{
    if (s.plan.synchronization == Synchronization::parameter_server || gpus <= 1)
        return 0;
    const double drifting = std::min(workers(s) * s.plan.context_parallel, gpus / gpus_in_step);
    return drifting > 1 ? s.stack.straggler_slope * std::log2(drifting) : 0;
}

} // namespace kneepoint
