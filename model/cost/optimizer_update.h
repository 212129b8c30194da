// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

struct Job;

/// The update of one GPU at the end of a step, in seconds, with kernels by size.
struct OptimizerUpdate {
    double state_s = 0;  ///< state read and written
    double whole_s = 0;  ///< whole matrices orthogonalized
    double gather_s = 0; ///< shards of matrices sent to where they are whole, and back
    [[nodiscard]] double seconds() const { return state_s + whole_s + gather_s; }
};

/// An update reads and writes the state of this GPU's share of the trained parameters, at the rate of its memory:
/// 48 bytes per parameter for AdamW, fewer with fewer moments (optimizers.h).
///
/// Muon orthogonalizes the update of every matrix of layers by five Newton–Schulz iterations, each two GEMMs of
/// n × m × n and one of n × n × n (Liu et al. 2025, arXiv:2502.16982). The ranks that shard the optimizer state and
/// those of a tensor-parallel group share the matrices out, a whole one each; without ZeRO, all replicas repeat them.
/// Shards that tensor parallelism or ZeRO stage 3 has divided are sent to the owner and back in 16 bits, before
/// anything else can start; at stages 1 and 2 gradients are reduced to the owner and weights gathered from it, as many
/// bytes as for AdamW. Adapters are too thin for this to count.
[[nodiscard]] OptimizerUpdate optimizerUpdate(const Job& job);

} // namespace kneepoint
