// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {

void sumGlobalBatch(Scenario& s)
{
    s.workload.global_batch = s.workload.batch_per_gpu * s.plan.accumulation * workers(s);
}

void adaptBatch(Scenario& s)
{
    if (s.workload.scaling == Scaling::weak)
        return sumGlobalBatch(s);
    const double per_replica = s.workload.global_batch / workers(s);
    const double microbatches = s.plan.pipeline_parallel > 1 ? per_replica / s.workload.batch_per_gpu
                                                             : std::min(s.plan.accumulation, per_replica);
    s.plan.accumulation = std::max(1.0, microbatches);
    s.workload.batch_per_gpu = per_replica / s.plan.accumulation;
}

Scenario withWorkers(const Scenario& s, double k)
{
    Scenario t = s;
    t.cluster.gpus = k * gpusPerReplica(s);
    if (k != workers(s))
        adaptBatch(t);
    return t;
}

} // namespace kneepoint
