// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/roofline.h"

#include "model/analysis/throughput.h"
#include "model/cost/operations.h"
#include "model/scenario/scenario.h"

#include <array>

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

Roofline roofline(const Scenario& s, const StepReport& step)
{
    Roofline r;
    r.roof = step.roof;
    const AttainableRate rate = attainableRate(r.roof);
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
