// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/offload.h"

#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/scenario/optimizers.h"

#include <algorithm>

namespace kneepoint {

OffloadTime offloadTime(const Job& job)
{
    const auto& [setup, l] = job;
    const Offload kind = l.state.offload;
    if (kind == Offload::none)
        return {};
    const double link = setup.host_Bps;
    const double micro_batches = l.pipeline.micro_batches;
    if (kind == Offload::activations && !setup.model.transformer)
        return {};
    if (kind == Offload::activations)
        return {0, 2 * micro_batches * activationsOfMicroBatch(job) / link};
    const double shard = l.trained / (l.exchange.zero_stage >= 1 ? l.state.ranks : 1);
    const double cpu_rate = setup.host_update_rate / std::clamp(l.gpus, 1.0, std::max(1.0, setup.fabric.node_gpus));
    const double cpu_s = shard * figuresOf(l.state.optimizer).host_update / cpu_rate;
    if (kind == Offload::optimizer)
        return {std::max(cpu_s, shard * setup.element_bytes / link), 0};
    const double weights = l.weight_bytes / (l.exchange.zero_stage >= 3 ? l.state.ranks : 1);
    return {cpu_s, (2 + (setup.model.hasReference() ? 1 : 0)) * micro_batches * weights / link};
}

} // namespace kneepoint
