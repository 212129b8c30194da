// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

/// How far each form of parallelism scales before its communication takes longer than the compute that could hide it.
/// peak: FLOP/s per GPU; network: bytes/s per GPU for that communication.
namespace kneepoint {

/// Data parallelism or FSDP, weights and gradients in 16 bits: tokens per GPU and step, peak/network. A mixture of
/// experts sends the gradients of all E experts and computes with k; with a pipeline, a GPU has 1/p of the gradients.
/// With X nodes, only (X − 1)/X of the payload leaves a node; X = 0: many (jax-ml/scaling-book, gpus).
[[nodiscard]] inline double dataParallelTokens(
    double peak, double network, double nodes, double experts, double active_experts, double stages)
{
    const double crossing = nodes > 0 ? (nodes - 1) / nodes : 1;
    return peak / network * experts / active_experts * crossing / stages;
}

/// Maximum data-parallel degree at which a step of `tokens` is compute-bound: the ring all-reduce of 16-bit gradients,
/// 2·(n − 1)/n·2·N bytes, behind a backward pass of 4·N·tokens/n operations: n − 1 = tokens·network/peak (derived from
/// the accounting of Stanford CS336, assignment 2).
[[nodiscard]] inline double mostDataParallelWays(double tokens, double peak, double network)
{
    return 1 + tokens * network / peak;
}

/// Maximum compute-bound tensor-parallel degree of a feed-forward layer of `matrices` GEMMs of width f, with one 16-bit
/// all-reduce of its output per pass: n − 1 = matrices/2·f·network/peak; for large groups the 1 is negligible
/// (jax-ml/scaling-book, gpus; Stanford CS336, assignment 2).
[[nodiscard]] inline double mostTensorWays(double ffn, double peak, double network, double matrices)
{
    return matrices / 2 * ffn * network / peak;
}

/// FSDP and tensor parallelism together: tokens per chip, 4·α²/(M_x·M_y·f) with α = peak/network of one link axis, with
/// M_x axes for FSDP and M_y for tensor parallelism (jax-ml/scaling-book, training).
[[nodiscard]] inline double mixedParallelTokens(double alpha, double ffn, double data_axes, double tensor_axes)
{
    return 2 * alpha * 2 * alpha / (data_axes * tensor_axes * ffn);
}

/// The FSDP degree that minimizes the communication of both: √(M_x/M_y·B·n/f) for a batch of B tokens on n chips
/// (jax-ml/scaling-book, training).
[[nodiscard]] inline double bestShardDegree(
    double batch_tokens, double chips, double ffn, double data_axes, double tensor_axes)
{
    return std::sqrt(data_axes / tensor_axes * batch_tokens * chips / ffn);
}

/// Weight all-gather of a layer relative to its forward pass: `width` bytes per parameter and 2·tokens operations
/// (Ultra-Scale Playbook, appendix).
[[nodiscard]] inline double gatherOverForward(double tokens, double peak, double network, double width)
{
    return width * peak / (2 * tokens * network);
}

/// Tensor-parallel all-gather of activations relative to the h×h GEMM that follows: width·(t − 1)/t·h bytes per token
/// and 2·h²/t operations (Ultra-Scale Playbook, appendix).
[[nodiscard]] inline double gatherOverProduct(double hidden, double ways, double peak, double network, double width)
{
    return width * (ways - 1) / (2 * hidden) * peak / network;
}

/// Workers at which a ring all-reduce takes as long as the compute of a fixed batch that is t₁ on one worker:
/// t₁/K = 2·(K − 1)/K·S/B gives K = 1 + t₁·B/(2·S) (scaling-efficiency simulator, section 3).
[[nodiscard]] inline double ringKnee(double single_compute_s, double payload, double network)
{
    return 1 + single_compute_s * network / (2 * payload);
}

} // namespace kneepoint
