// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/context_levels.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// The largest number up to `most` that divides the ranks.
double neighbors(double ranks, double most)
{
    double some = std::max(1.0, std::floor(std::min(ranks, most)));
    while (some > 1 && std::fmod(ranks, some) != 0)
        --some;
    return some;
}

} // namespace

ContextLevels contextLevels(const LayerGroups& groups, double node_gpus)
{
    const GroupShape& all = groups.context;
    switch (groups.context_exchange) {
    case ContextExchange::ulysses:
        return {all, {}};
    case ContextExchange::hierarchical:
        break;
    default:
        return {{}, all};
    }
    const double inner = neighbors(all.ranks, groups.context_inner > 0 ? groups.context_inner : all.within(node_gpus));
    if (inner >= all.ranks)
        return {all, {}};
    GroupShape heads = all, keys = all;
    heads.ranks = inner;
    keys.ranks = all.ranks / inner;
    keys.stride = all.stride * inner;
    return {heads, keys};
}

} // namespace kneepoint
