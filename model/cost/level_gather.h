// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <span>

/// Collectives over a tree of switches, by its slowest level.
namespace kneepoint {

/// A level of a fat tree: the number of members, and the bandwidth out of each.
struct SwitchLevel {
    double members = 1;
    double member_Bps = 0;
};

/// Bytes of payload per second of an all-gather or reduce-scatter: on every level each member receives (n − 1)/n of the
/// payload, and all levels work in parallel (jax-ml/scaling-book, gpus). A level with one member is not a limit; 0 if
/// no level is.
[[nodiscard]] inline double levelGatherBps(std::span<const SwitchLevel> levels)
{
    double slowest = 0;
    for (const SwitchLevel& level : levels)
        if (level.members > 1) {
            const double rate = level.member_Bps * level.members / (level.members - 1);
            slowest = slowest > 0 ? std::min(slowest, rate) : rate;
        }
    return slowest;
}

/// All-to-all of `payload` bytes, spread over `nodes` nodes: each holds 1/m of it and sends (m − 1)/m of that
/// (jax-ml/scaling-book, gpus).
[[nodiscard]] inline double nodeExchangeSeconds(double payload, double nodes, double node_Bps)
{
    return payload * (nodes - 1) / (nodes * nodes * node_Bps);
}

} // namespace kneepoint
