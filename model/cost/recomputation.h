// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/setup.h"

namespace kneepoint {

/// Fractions of a layer's forward pass, 0 … 1 each.
struct RepeatedShares {
    double traffic = 0;   ///< of the elementwise kernels
    double gemms = 0;     ///< of the FLOPs of all GEMMs
    double attention = 0; ///< of the FLOPs of attention, if fused
};

/// What selective recomputation repeats, from what it drops: Stack::selective_kept. What is cheapest to restore goes
/// first. Outputs of norms and activation functions take no FLOPs, nor do those of experts if the weights of the router
/// are applied before an expert's last GEMM (Megatron-LM, megatron/core/transformer/moe/experts.py); then queries, keys
/// and values that come from latents; then all other outputs of GEMMs, tokens as sent to the experts, and attention.
/// So a layer that keeps everything repeats nothing, and one that keeps only its input repeats all but the last GEMM,
/// as full recomputation does. Elementwise kernels repeat in proportion to what is dropped. Software that selects by
/// operation is known to repeat a share of the GEMMs, Stack::selective_recompute, and all elementwise kernels: it never
/// repeats less.
/// Source: arXiv:2205.05198 (Korthikanti et al. 2022, section 5: recompute what takes much memory and few FLOPs)
///
/// PyTorch's per-operation selection keeps 16-bit GEMMs and attention, but no 8- or 4-bit GEMMs (the save list of
/// TorchTitan's parallelize contains aten.mm but not aten._scaled_mm), so it repeats all of the latter.
struct SelectiveShares {
    RepeatedShares dense;  ///< of a layer without experts
    RepeatedShares expert; ///< of a layer with experts
    RepeatedShares mean;   ///< over all layers, each weighted with its GEMMs
};
[[nodiscard]] SelectiveShares selectiveShares(const Setup& setup);
/// Elements per token of the latents of attention, with the rotary part of the keys; 0 without latents.
[[nodiscard]] double latentElements(const ModelShape& model);
/// Bytes of an element of a GEMM's input, kept for its backward pass.
[[nodiscard]] double keptInputBytes(const Setup& setup);
/// Whether all 8- and 4-bit GEMMs are repeated.
[[nodiscard]] bool repeatsNarrowGemms(const Setup& setup);
/// Whether recomputation stops at the last tensor needed by the backward pass, as in PyTorch since 2.1
/// (torch.utils.checkpoint, early stop): a layer's last GEMM, whose output is not kept, is then not repeated.
[[nodiscard]] bool stopsRecomputingEarly(const Setup& setup, Recompute recompute);

} // namespace kneepoint
