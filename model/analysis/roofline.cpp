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

Roofline roofline(const Scenario& s, const StepReport& step)
{
    Roofline r;
    r.roof = step.roof;
    r.memory_ceiling = r.roof.memory_bandwidth * r.roof.arithmetic_intensity;
    r.network_ceiling = r.roof.network_bandwidth * r.roof.communication_intensity;
    r.attainable_flops = r.roof.sustained_flops;
    if (r.memory_ceiling < r.attainable_flops) {
        r.attainable_flops = r.memory_ceiling;
        r.bound = RoofBound::memory;
    }
    if (r.network_ceiling > 0 && r.network_ceiling < r.attainable_flops) {
        r.attainable_flops = r.network_ceiling;
        r.bound = RoofBound::network;
    }
    r.achieved_flops = achievedFlops(s, step);
    r.memory_ridge = r.roof.sustained_flops / r.roof.memory_bandwidth;
    r.network_ridge = r.roof.sustained_flops / r.roof.network_bandwidth;
    if (r.roof.communication_intensity > 0) {
        const double tokens = step.microbatch * step.microbatches * tokensPerExample(s.workload);
        r.crossover_tokens = tokens * r.network_ridge / r.roof.communication_intensity;
    }
    return r;
}

} // namespace kneepoint
