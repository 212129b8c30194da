// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/memory.h"

#include "model/cost/operations.h"

#include <algorithm>

namespace kneepoint {
namespace {

double activationsPerLayer(const Scenario& s)
{
    const Workload& w = s.workload;
    const double t = s.plan.tensor_parallel;
    const double token_width = w.batch_per_gpu * w.sequence_length * w.hidden;
    if (s.plan.recompute == Recompute::full)
        return 2 * token_width;
    const double scores = s.plan.recompute == Recompute::none ? 5 * w.heads * w.sequence_length / (w.hidden * t) : 0;
    return token_width * (10 + 24 / t + scores);
}

double activations(const Scenario& s)
{
    const Workload& w = s.workload;
    if (w.kind == ModelKind::generic)
        return w.batch_per_gpu * w.activation_per_example;
    const double p = s.plan.pipeline_parallel;
    const double in_flight = std::min(p, s.plan.accumulation);
    return in_flight * w.layers / p * activationsPerLayer(s);
}

} // namespace

MemoryUse memoryUse(const Scenario& s)
{
    const double parameters = parametersPerGpu(s);
    const double width = bytesPerElement(s.workload.precision);
    const double k = workers(s);
    const auto share = [&](int from_stage) { return s.plan.zero_stage >= from_stage ? k : 1; };
    MemoryUse use;
    use.weights = parameters * width / share(3);
    use.gradients = parameters * width / share(2);
    use.optimizer = parameters * (width < 4 ? 12 : 8) / share(1);
    use.activations = activations(s);
    use.capacity = s.cluster.memory_bytes;
    return use;
}

} // namespace kneepoint
