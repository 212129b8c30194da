// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// Groups of chips on a torus: TPUs are joined to their neighbors along two or three axes, not by a switch.
///
/// Sources: jax-ml/scaling-book 04d8de5, sharding.md (rates and hops of collectives along axes, all-to-all as a quarter
/// of an all-gather on a ring) and tpus.md (which axes are closed by wraparound links).
namespace kneepoint {

/// A slice: the chips that one torus joins.
struct Torus {
    int axes = 3;         ///< 1 … 3
    double chips = 1;     ///< at least 1; real-valued, as numbers of GPUs are between the powers of two of a curve
    double ring_from = 4; ///< chips of an axis from which wraparound links close it: 4 for v4 and v5p, 16 for v5e
};

struct TorusSide {
    double chips = 1;
    bool closed = false; ///< by wraparound links
    bool operator==(const TorusSide&) const = default;
};
/// The sides of a slice, one for each of its axes. It is the box nearest to a cube, its sides doubling in turn: 4×4×8,
/// 12×16×16, 16×16×24.
[[nodiscard]] std::vector<TorusSide> torusSides(const Torus& torus);

/// What a group gets of a torus, as shares of all links of a chip together.
struct TorusShare {
    /// Of an all-gather, reduce-scatter or all-reduce. With d axes a chip has 2·d links; a group uses both of an axis
    /// that it spans whole and that is closed, and one of two where it is a line, whose ends have one neighbor. Payload
    /// is split among the axes: bytes / (link rate × links). Where members lie `gap` chips apart, as many groups share
    /// the links of that axis.
    double ring = 1;
    /// Of an all-to-all, by the bytes that leave a rank: limited by the cut through the middle of the longest axis. It
    /// takes payload × L / (8 × link rate) on a closed axis of L chips and twice that on a line, so the rate falls as
    /// the side grows.
    double exchange = 1;
    /// From a chip to the farthest of its group: half of a closed axis, all of a line, summed over the axes.
    double hops = 0;
};

/// Of a group of `ranks` chips in the slice, `stride` chips apart; both at least 1, their product at most torus.chips.
/// A group as large as one or two whole closed axes lies along them, as programs map their meshes; any other is a box
/// itself.
[[nodiscard]] TorusShare torusShare(const Torus& torus, double ranks, double stride);

} // namespace kneepoint
