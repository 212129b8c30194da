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

void keepBatchInRange(Scenario& s)
{
    Workload& w = s.workload;
    const double accumulation = std::clamp(s.plan.accumulation, 1.0, most_accumulation);
    const double room = most_global_batch / (accumulation * workers(s));
    const double batch = std::min(std::clamp(w.batch_per_gpu, least_batch, most_batch_per_gpu), room);
    if (batch == w.batch_per_gpu && accumulation == s.plan.accumulation && w.global_batch <= most_global_batch)
        return;
    w.batch_per_gpu = batch;
    s.plan.accumulation = accumulation;
    w.global_batch = std::clamp(batch * accumulation * workers(s), least_batch, most_global_batch);
}

Scenario withWorkers(const Scenario& s, double k)
{
    if (k == workers(s))
        return s;
    Scenario t = s;
    t.cluster.gpus = k * gpusPerReplica(s);
    adaptBatch(t);
    return t;
}

} // namespace kneepoint
