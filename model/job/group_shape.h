// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace kneepoint {

/// Ranks that communicate: how many, and how many GPUs apart. If pipeline stages come between them, they are blocks of
/// evenly spaced ranks, and from one block to the next there are `gap` times as many GPUs.
struct GroupShape {
    double ranks = 1;
    double stride = 1;
    double torus_gpus = 0; ///< GPUs of the job if its nodes are tori, whose shape depends on them; else 0
    double block = 1;      ///< ranks of a block, at least 1; any number if there is no gap
    double gap = 1;
    /// Ranks of the group among `gpus` adjacent GPUs, at least 1.
    [[nodiscard]] double within(double gpus) const
    {
        const double near = gpus / stride;
        return std::clamp(gap > 1 ? std::max(std::min(near, block), near / gap) : near, 1.0, std::max(1.0, ranks));
    }
    /// GPUs that `some` neighboring ranks of the group are spread over.
    [[nodiscard]] double span(double some) const { return some * stride * (some > block ? gap : 1); }
    bool operator==(const GroupShape&) const = default;
};

} // namespace kneepoint
