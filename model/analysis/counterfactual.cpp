// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/counterfactual.h"

#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {

Scenario withoutContention(Scenario s)
{
    s.cluster.nics_per_node = std::max(s.cluster.nics_per_node, s.cluster.gpus_per_node);
    s.cluster.oversubscription = 1;
    return s;
}

Scenario withoutLatency(Scenario s)
{
    s.cluster.link_latency_s = 0;
    s.cluster.scale_up_latency_s = 0;
    s.cluster.collective_base_s = 0;
    return s;
}

Scenario withoutProtocol(Scenario s)
{
    s.cluster.link_efficiency = 1;
    return withoutLatency(s);
}

Scenario withoutStragglers(Scenario s)
{
    s.assumptions.stragglers = false;
    s.assumptions.sync_delay_s = 0;
    s.stack.straggler_slope = 0;
    return s;
}

Scenario withFastTensorLinks(Scenario s)
{
    constexpr double nvlink_class_Bps = 200e9;
    Cluster& c = s.cluster;
    c.resizeNode(std::max(c.gpus_per_node, s.plan.tensor_parallel));
    if (c.scale_up_bandwidth * c.scale_up_efficiency < nvlink_class_Bps)
        c.scale_up_bandwidth = nvlink_class_Bps / c.scale_up_efficiency;
    return s;
}

double stepWithout(const Scenario& s, const StepReport& step, std::initializer_list<Part> parts)
{
    double rest = 0;
    for (std::size_t i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        if (part != Part::input && std::ranges::find(parts, part) == parts.end())
            rest += step.parts[i].exposed_s;
    }
    const bool fed = std::ranges::find(parts, Part::input) != parts.end();
    return fed ? rest : rest + step.load_s - s.assumptions.input_overlap * std::min(step.load_s, rest);
}

} // namespace kneepoint
