// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/roofline.h"

#include "model/analysis/throughput.h"
#include "model/cost/operations.h"
#include "model/scenario/scenario.h"

#include <array>
#include <limits>

namespace kneepoint {

std::string_view roofBoundId(RoofBound bound)
{
    static constexpr std::array<std::string_view, 3> ids{"compute", "memory", "network"};
    return ids[static_cast<std::size_t>(bound)];
}

AttainableRate attainableRate(const Roof& roof)
{
    AttainableRate rate{roof.memory_bandwidth * roof.arithmetic_intensity,
        roof.network_bandwidth * roof.communication_intensity, roof.sustained_flops};
    if (rate.memory_ceiling < rate.flops) {
        rate.flops = rate.memory_ceiling;
        rate.bound = RoofBound::memory;
    }
    if (rate.network_ceiling > 0 && rate.network_ceiling < rate.flops) {
        rate.flops = rate.network_ceiling;
        rate.bound = RoofBound::network;
    }
    return rate;
}

bool countsMemoryTraffic(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels || s.assumptions.memory_roof;
}

OperatingPoint operatingPoint(const Roofline& r)
{
    const double memory = r.roof.arithmetic_intensity;
    const double network = r.roof.communication_intensity;
    const bool at_network = r.bound == RoofBound::network || (r.bound == RoofBound::compute && network > memory);
    return {at_network ? RoofBound::network : RoofBound::memory, at_network ? network : memory, r.achieved_flops,
        r.attainable_flops};
}

Roofline roofline(const Scenario& s, const StepReport& step)
{
    Roofline r;
    r.roof = step.roof;
    AttainableRate rate = attainableRate(r.roof);
    if (!countsMemoryTraffic(s)) {
        Roof without_memory = r.roof;
        without_memory.memory_bandwidth = std::numeric_limits<double>::infinity();
        const double memory_ceiling = rate.memory_ceiling;
        rate = attainableRate(without_memory);
        rate.memory_ceiling = memory_ceiling;
    }
    r.memory_ceiling = rate.memory_ceiling;
    r.network_ceiling = rate.network_ceiling;
    r.attainable_flops = rate.flops;
    r.bound = rate.bound;
    r.achieved_flops = achievedFlops(s, step);
    r.memory_ridge = ridgeIntensity(r.roof.sustained_flops, r.roof.memory_bandwidth);
    r.network_ridge = ridgeIntensity(r.roof.sustained_flops, r.roof.network_bandwidth);
    if (r.roof.communication_intensity > 0) {
        const double tokens = step.microbatch * step.microbatches * tokensPerExample(s.workload);
        r.crossover_tokens = tokens * r.network_ridge / r.roof.communication_intensity;
    }
    return r;
}

} // namespace kneepoint
