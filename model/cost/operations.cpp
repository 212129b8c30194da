// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"

#include <algorithm>

namespace kneepoint {

Precision nativePrecision(const Cluster& cluster, Precision asked)
{
    auto index = static_cast<std::size_t>(asked);
    while (index > 0 && cluster.peak[index] <= 0)
        --index;
    return static_cast<Precision>(index);
}

double bytesPerElement(Precision precision)
{
    return precision == Precision::fp32 || precision == Precision::tf32 ? 4 : 2;
}

double bytesPerGradient(GradientPrecision precision)
{
    switch (precision) {
    case GradientPrecision::fp32:
        return 4;
    case GradientPrecision::bf16:
        return 2;
    case GradientPrecision::fp8:
        return 1;
    }
    return 4;
}

double tokensPerExample(const Workload& w)
{
    return w.kind == ModelKind::generic ? 1 : w.sequence_length;
}

double flopsPerExample(const Workload& w)
{
    return w.kind == ModelKind::generic ? w.flops_per_example : 6 * w.active_parameters * w.sequence_length;
}

double recomputeFactor(const Scenario& s)
{
    const Workload& w = s.workload;
    if (w.kind == ModelKind::generic || s.plan.recompute == Recompute::none)
        return 1;
    if (s.plan.recompute == Recompute::full)
        return 4.0 / 3.0;
    return 1 + 4 * w.sequence_length * w.hidden * w.layers / (6 * w.active_parameters);
}

double hbmBytes(const Scenario& s, double examples)
{
    const Workload& w = s.workload;
    const double weights = 3 * parametersPerGpu(s) * bytesPerElement(w.precision);
    if (w.kind == ModelKind::generic)
        return weights + examples * w.bytes_per_example;
    const double kept = 34 * examples * w.sequence_length * w.hidden * w.layers;
    return weights + 2 * kept / gpusPerReplica(s);
}

double parametersPerGpu(const Scenario& s)
{
    const Workload& w = s.workload;
    const double idle_share = 1 - std::min(1.0, w.top_k / w.experts);
    const double expert_parameters =
        idle_share > 0 ? std::clamp((w.parameters - w.active_parameters) / idle_share, 0.0, w.parameters) : 0;
    const double spread = std::min(s.plan.expert_parallel, workers(s));
    return (w.parameters - expert_parameters + expert_parameters / spread) / gpusPerReplica(s);
}

double gradientBytes(const Scenario& s)
{
    return parametersPerGpu(s) * bytesPerGradient(s.plan.gradient_precision) / s.plan.gradient_compression;
}

} // namespace kneepoint
