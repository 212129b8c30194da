// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/reliability.h"

#include "model/scenario/scenario.h"

namespace kneepoint {

Reliability reliabilityOf(const Scenario& s)
{
    return {s.assumptions.failures, s.cluster.gpu_mtbf_s, s.cluster.restart_s, s.plan.checkpoint_write_s,
        s.plan.checkpoint_every_s};
}

} // namespace kneepoint
