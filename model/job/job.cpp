// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/job.h"

namespace kneepoint {

Job resolve(const Scenario& s, const Calibration& calibration)
{
    const Job job{.setup = setupOf(s, calibration),
        .placement = placementOf(job.setup, s.plan, s.cluster.gpus, s.workload.batch_per_gpu)};
    return job;
}

Job resolveWithoutLaw(const Scenario& s)
{
    static const Calibration none{{}, nullptr};
    return resolve(s, none);
}

PairLink stageLink(const Job& job)
{
    return stageLink(job.setup.fabric, job.placement.stages);
}

} // namespace kneepoint
