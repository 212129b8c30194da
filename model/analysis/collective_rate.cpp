// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/collective_rate.h"

#include "model/analysis/analysis.h"
#include "model/cost/collectives.h"
#include "model/job/job.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace kneepoint {
namespace {

/// The scenario with nodes as large as those of the group.
Scenario withNodesOf(Scenario s, const CollectiveGroup& group)
{
    if (group.nodes > 0)
        s.cluster.resizeNode(std::max(s.cluster.gpus_per_node, group.ranks / group.nodes));
    return s;
}

/// GPUs from one rank of the group to the next: a node is shared by those of the group that are on it.
double strideOf(const Fabric& fabric, const CollectiveGroup& group)
{
    return group.nodes > 1 ? std::max(1.0, fabric.node_gpus * group.nodes / group.ranks) : 1;
}

double lineRate(const Cluster& cluster, const GroupLinks& links, CollectiveOperation operation)
{
    const double port = cluster.lineRatePerGpu();
    if (links.inNode())
        return cluster.gpus_per_node > 1 ? cluster.scale_up_bandwidth : port;
    const bool single = operation == CollectiveOperation::send || operation == CollectiveOperation::all_to_all;
    return single ? port : links.per_node * port;
}

} // namespace

CollectiveGroup gradientGroup(const Analysis& a)
{
    const Job job = resolve(a.scenario, a.calibration);
    const GroupLinks links = groupLinks(job.setup.fabric, job.placement.exchange.data);
    return {CollectiveOperation::all_reduce, links.ranks, std::max(1.0, links.nodes())};
}

double sentBucketBytes(const Analysis& a)
{
    const GradientExchange exchange = resolve(a.scenario, a.calibration).placement.exchange;
    return exchange.data.ranks > 1 ? std::min(exchange.bucket_bytes / exchange.compression, exchange.gradient_bytes)
                                   : 0;
}

CollectiveRate::CollectiveRate(const Scenario& scenario, const Calibration& calibration, const CollectiveGroup& group)
    : m_group(group)
    , m_algorithm(scenario.plan.collective)
{
    const Scenario s = withNodesOf(scenario, group);
    const Setup setup = setupOf(s, calibration);
    const double stride = strideOf(setup.fabric, group);
    m_links = groupLinks(setup.fabric, {group.ranks, stride, setup.fabric.isTorus() ? group.ranks * stride : 0});
    m_law = setup.law;
    m_line_Bps = lineRate(s.cluster, m_links, group.operation);
}

double CollectiveRate::seconds(double bytes) const
{
    return m_group.ranks > 1 ? collective(m_group.operation, m_links, bytes, m_algorithm, *m_law).seconds : 0;
}

double CollectiveRate::busBps(double bytes, double in_seconds) const
{
    return in_seconds > 0 ? busFactor(m_group.operation, m_group.ranks) * bytes / in_seconds : 0;
}

RateRange CollectiveRate::range(double bytes) const
{
    if (!m_law->protocols)
        return {};
    const auto errors = [&](std::string_view size) {
        const std::string kind = fmt::format("collectives-{}/{}",
            betweenNodes()           ? "network"
                : m_links.host_links ? "pcie"
                                     : "nvlink",
            size);
        const auto found = std::ranges::find(linkErrors(), kind, &ErrorKind::kind);
        return found == linkErrors().end() ? RateRange{} : RateRange{1 / found->high, 1 / found->low};
    };
    constexpr double blend = 4; // from small to large messages, times and divided by this
    const double share = std::clamp(0.5 + std::log(bytes / small_collective_bytes) / (2 * std::log(blend)), 0.0, 1.0);
    const RateRange small = errors("small"), large = errors("large");
    return {std::lerp(small.low, large.low, share), std::lerp(small.high, large.high, share)};
}

} // namespace kneepoint
