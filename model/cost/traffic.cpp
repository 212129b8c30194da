// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/traffic.h"

#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {
namespace {

template <class Enum> std::size_t place(Enum e)
{
    return static_cast<std::size_t>(e);
}

/// Ranks of a group within `gpus` neighboring GPUs.
double ranksWithin(double gpus, double ranks, double stride)
{
    return std::clamp(gpus / stride, 1.0, std::max(1.0, ranks));
}

} // namespace

std::string_view linkLevelId(LinkLevel level)
{
    static constexpr std::array<std::string_view, link_level_count> ids{"node", "leaf", "spine"};
    return ids[place(level)];
}

std::string_view rankGroupId(RankGroup group)
{
    static constexpr std::array<std::string_view, rank_group_count> ids{
        "tensor", "context", "data", "expert", "pipeline"};
    return ids[place(group)];
}

LinkShares ringShares(const Cluster& c, double ranks, double stride)
{
    if (ranks <= 1)
        return {1, 0, 0};
    const double in_node = ranksWithin(c.gpus_per_node, ranks, stride);
    const double between_nodes = in_node < ranks ? 1 / in_node : 0;
    const double in_leaf = std::max(in_node, ranksWithin(c.pod_gpus, ranks, stride));
    const double beyond = in_leaf < ranks ? std::clamp(2 / ranks, 1 / in_leaf, between_nodes) : 0;
    return {1 - between_nodes, between_nodes - beyond, beyond};
}

LinkShares pairShares(const Cluster& c, double ranks, double stride)
{
    if (ranks <= 1)
        return {1, 0, 0};
    const double in_node = ranksWithin(c.gpus_per_node, ranks, stride);
    const double in_leaf = std::max(in_node, ranksWithin(c.pod_gpus, ranks, stride));
    const double others = ranks - 1;
    return {(in_node - 1) / others, (in_leaf - in_node) / others, (ranks - in_leaf) / others};
}

LinkShares pairSharesBetweenNodes(const Cluster& c, double ranks, double stride)
{
    const auto [inside, leaf, spine] = pairShares(c, ranks, stride);
    const double leaving = leaf + spine;
    if (leaving <= 0)
        return {1, 0, 0};
    return {0, leaf / leaving, spine / leaving};
}

LinkShares stageShares(const Cluster& c, double stages, double stride)
{
    if (stride * stages <= c.gpus_per_node || stride < c.gpus_per_node)
        return {1, 0, 0};
    const double beyond = stride * stages > c.pod_gpus ? std::min(1.0, stride / c.pod_gpus) : 0;
    return {0, 1 - beyond, beyond};
}

void LinkTraffic::add(RankGroup group, double sent, const LinkShares& shares)
{
    for (std::size_t i = 0; i < link_level_count; ++i)
        bytes[place(group)][i] += sent * shares[i];
}

double LinkTraffic::of(LinkLevel level) const
{
    double sum = 0;
    for (const auto& group : bytes)
        sum += group[place(level)];
    return sum;
}

double LinkTraffic::of(RankGroup group) const
{
    double sum = 0;
    for (const double level : bytes[place(group)])
        sum += level;
    return sum;
}

double LinkTraffic::of(RankGroup group, LinkLevel level) const
{
    return bytes[place(group)][place(level)];
}

double LinkTraffic::total() const
{
    double sum = 0;
    for (const auto& group : bytes)
        for (const double level : group)
            sum += level;
    return sum;
}

} // namespace kneepoint
