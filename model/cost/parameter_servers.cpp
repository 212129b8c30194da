// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/parameter_servers.h"

#include <algorithm>

namespace kneepoint {

CollectiveTime parameterServer(const GroupLinks& g, double payload, double servers, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    const double bytes = 2 * payload;
    const double latency = law.hop_latency * 2 * g.port_latency_s;
    return {latency + bytes / std::min(g.node_Bps, g.port_Bps) * std::max(1.0, g.ranks / servers), latency, bytes};
}

CollectiveTime serverBarrier(
    const GroupLinks& g, double payload, double messages, double servers, const CollectiveLaw& law)
{
    if (g.ranks <= 1)
        return {};
    const double nodes = std::max(1.0, g.nodes());
    const double inside = 2 * ringShare(std::min(g.ranks, g.per_node)) * payload;
    const double between = nodes > 1 ? payload * std::max(1.0, nodes / servers) : 0;
    const double hops = 2 * (g.node_latency_s + (nodes > 1 ? g.port_latency_s : 0));
    const double latency = law.hop_latency * messages * hops;
    const double transfer = inside / g.node_Bps + between / (g.per_node * g.port_Bps);
    return {latency + transfer, latency, inside + between};
}

} // namespace kneepoint
