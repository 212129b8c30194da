// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/physics.h"
#include "model/cost/recomputation.h"
#include "model/job/job.h"

/// The work of a forward-backward pass: FLOPs and HBM traffic. Per replica unless stated otherwise.
namespace kneepoint {

/// Model FLOPs per example, forward and backward: 6·N_active·S (distributed roofline), or as given; with adapters,
/// 4·N_active·S for the frozen weights, whose gradients are not computed, and 6·N·S for the adapters that a token
/// passes. A reference model adds its forward pass, 2·N_active·S (Rafailov et al. 2023, DPO, arXiv:2305.18290, section
/// 4). Padding does not count.
[[nodiscard]] double flopsPerExample(const ModelShape& model);

/// The same, counted layer by layer at kernel depth: three times the forward FLOPs of the active parameters (without
/// the embedding, which is a look-up) and of the attention scores, 2·S·a·(d_q + d_v) per layer, half of that if
/// attention is causal, attendedShare() of it with a window (PaLM, appendix B, but causal: Llama 3, Megatron-Bridge).
[[nodiscard]] double flopsPerExample(const Setup& setup);

/// All-reduces of a tensor-parallel layer in one direction: one after attention and one after feed-forward (Shoeybi et
/// al. 2019, section 3), or one for their sum if they are parallel (Chowdhery et al. 2022, section 2).
[[nodiscard]] double tensorCollectives(const ModelShape& model);

/// FLOPs of the attention scores and their product with the values, for one forward pass of all layers, per example, by
/// that convention: masked scores, which an unfused kernel computes and discards, do not count. Linear attention by the
/// delta rule has 8·S·d² per value head and layer instead, as its recurrence counts.
[[nodiscard]] double attentionFlops(const ModelShape& model);

/// Ratio of hardware to model FLOPs: with padding, that of all computed FLOPs to those of the tokens that count; 4/3
/// with full recomputation, 3/2 if the weights are frozen; selective recomputation adds the forward pass of the
/// attention scores, 4·b·S²·h per layer (Korthikanti et al. 2022). At kernel depth, what is actually repeated: with
/// full recomputation the forward pass of every layer, but not the output layer, nor a layer's last GEMM if the
/// software stops early; with selective recomputation selectiveShares() of the GEMMs and of attention, and all of
/// attention if it is not fused.
[[nodiscard]] double recomputeFactor(const Setup& setup, Recompute recompute);
/// The same at kernel depth where flopsPerExample() and selectiveShares(), unused without it, are known.
[[nodiscard]] double recomputeFactor(
    const Setup& setup, Recompute recompute, double flops_per_example, const RepeatedShares& selective);

/// HBM bytes per GPU of one forward-backward pass of one micro-batch: three passes over the GPU's weights (forward, and
/// both gradients of the backward pass), two over frozen ones, and every kept activation, 34·S·h bytes per example and
/// layer, written once and read once.
[[nodiscard]] double hbmBytes(const Job& job);

} // namespace kneepoint
