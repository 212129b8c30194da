// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// Activations of one layer and micro-batch on one GPU, bytes.
struct LayerActivations {
    double kept = 0;    ///< from its forward to its backward pass
    double working = 0; ///< beside those, while its backward pass runs: what recomputation brings back
};

/// In 16 bits, T tokens on the GPU, t-way tensor parallel, r = t with sequence parallelism and 1 without:
/// 8·T·h/r of norms and inputs, as much again where norms are not fused, 2·T·h/r dropout masks where the feed-forward
/// layer is not gated (GPT-style), queries, keys, values and the attention's output 2·T·(2·a + 2·a_kv)·d/t (latents
/// beside them, where there are any), feed-forward 4·T·f/t, gated 8·T·f/t, scores 5·T·a·S/t unless attention is fused.
/// A mixture of experts keeps its token's chosen experts, and the tokens as sent to them. For GPT that is Korthikanti
/// et al. 2022, equation 2: T·h·(10 + 24/t + 5·a·S/(h·t)). Full recomputation keeps the layer's input 2·T·h/r;
/// selective drops the scores and all but the stack's share of the rest, or all but attention's output where it forgets
/// narrow products.
[[nodiscard]] LayerActivations layerActivations(const Scenario& s, bool experts);

} // namespace kneepoint
