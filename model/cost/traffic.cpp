// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/traffic.h"

#include "model/job/fabric.h"
#include "model/job/group_shape.h"
#include "model/job/stage_places.h"

#include <algorithm>

namespace kneepoint {
namespace {

template <class Enum> std::size_t place(Enum e)
{
    return static_cast<std::size_t>(e);
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

LinkShares ringShares(const Fabric& f, const GroupShape& g)
{
    if (g.ranks <= 1)
        return {1, 0, 0};
    const double in_node = g.within(f.node_gpus);
    const double between_nodes = in_node < g.ranks ? 1 / in_node : 0;
    const double in_leaf = std::max(in_node, g.within(f.leaf_gpus));
    const double beyond = in_leaf < g.ranks ? std::clamp(2 / g.ranks, 1 / in_leaf, between_nodes) : 0;
    return {1 - between_nodes, between_nodes - beyond, beyond};
}

LinkShares pairShares(const Fabric& f, const GroupShape& g)
{
    if (g.ranks <= 1)
        return {1, 0, 0};
    const double in_node = g.within(f.node_gpus);
    const double in_leaf = std::max(in_node, g.within(f.leaf_gpus));
    const double others = g.ranks - 1;
    return {(in_node - 1) / others, (in_leaf - in_node) / others, (g.ranks - in_leaf) / others};
}

LinkShares pairSharesBetweenNodes(const Fabric& f, const GroupShape& g)
{
    const auto [inside, leaf, spine] = pairShares(f, g);
    const double leaving = leaf + spine;
    if (leaving <= 0)
        return {1, 0, 0};
    return {0, leaf / leaving, spine / leaving};
}

LinkShares stageShares(const Fabric& f, const StagePlaces& places)
{
    if (places.stages <= 1)
        return {1, 0, 0};
    const double leaving = places.crossing(f.node_gpus) / (places.stages - 1);
    const double beyond = std::min(leaving, places.crossing(f.leaf_gpus) / (places.stages - 1));
    return {1 - leaving, leaving - beyond, beyond};
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
