// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// Groups of chips on a torus: TPUs are connected to their neighbors along two or three axes, not by a switch.
///
/// Sources: jax-ml/scaling-book 04d8de5, sharding.md (rates and hops of collectives along axes, all-to-all as a quarter
/// of an all-gather on a ring) and tpus.md (which axes are closed by wraparound links).
namespace kneepoint {

/// A slice: the chips of one torus.
struct Torus {
    int axes = 1;         ///< 1 … 3
    double chips = 1;     ///< at least 1; real-valued, because numbers of GPUs on a curve need not be whole
    double ring_from = 1; ///< minimum length of an axis with wraparound links: 4 for v4 and v5p, 16 for v5e
};

struct TorusSide {
    double chips = 1;
    bool closed = false; ///< has wraparound links
    bool operator==(const TorusSide&) const = default;
};
/// The axis lengths of a slice. Its shape is the box closest to a cube, with sides doubling in turn: 4×4×8, 12×16×16,
/// 16×16×24.
[[nodiscard]] std::vector<TorusSide> torusSides(const Torus& torus);

/// Bandwidth of a group on a torus, as fractions of all links of a chip together.
struct TorusShare {
    /// For an all-gather, reduce-scatter or all-reduce. With d axes, a chip has 2·d links; a group uses both links of
    /// an axis that it spans completely and that has wraparound, and one of the two on a line, whose end chips have
    /// only one neighbor. The payload is split among the axes: bytes / (link rate × links). If members are `gap` chips
    /// apart, that many groups share the links of the axis.
    double ring = 1;
    /// For an all-to-all, relative to the bytes sent by a rank: limited by the bisection of the longest axis. It takes
    /// payload × L / (8 × link rate) on an axis of L chips with wraparound and twice that on a line, so the rate falls
    /// as the axis grows.
    double exchange = 1;
    /// Hops from a chip to the farthest one of its group: half of an axis with wraparound, all of a line, summed over
    /// the axes.
    double hops = 0;
};

/// For a group of `ranks` chips in the slice, `stride` chips apart; both at least 1, their product at most torus.chips.
/// A group of the size of one or two whole axes with wraparound is placed along them, as programs map their meshes; any
/// other group is a box.
[[nodiscard]] TorusShare torusShare(const Torus& torus, double ranks, double stride);

} // namespace kneepoint
