// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/layer_split.h"
#include "model/job/setup.h"

namespace kneepoint {

/// Activations of one layer and micro-batch on one GPU, bytes.
struct LayerActivations {
    double kept = 0;    ///< from its forward to its backward pass
    double working = 0; ///< additionally during its backward pass: what recomputation restores
};

/// In 16 bits, T tokens on the GPU, t-way tensor parallel, r = t with sequence parallelism and 1 without:
/// 8·T·h/r of norms and inputs, twice that if norms are not fused; 2·T·h/r of dropout masks if the feed-forward layer
/// is not gated (GPT-style); 2·T·(2·a + 2·a_kv)·d/t of queries, keys, values and attention output (plus latents, if
/// any); feed-forward 4·T·f/t, or 8·T·f/t if gated, or 6·T·f/t if gated and fused, with as much again for the gradients
/// of the layer at work; one byte less per element of what FP8 GEMMs read if the software keeps that in 8 bits; scores
/// 5·T·a·S/t unless attention is fused. A mixture of experts keeps the activations of the experts that its tokens are
/// routed to, and the tokens as sent to them. Inputs of frozen GEMMs are
/// kept only where an adapter reads them; the r elements per token inside an adapter are not counted. For GPT this
/// equals Korthikanti et al. 2022, equation 2: T·h·(10 + 24/t + 5·a·S/(h·t)). Full recomputation keeps only the layer's
/// input, 2·T·h/r; selective recomputation drops the scores and all but the stack's fraction of the rest, or everything
/// except the attention output if it repeats low-precision GEMMs. Cross-attention adds half as much of norms, inputs
/// and masks, 4·T·a·d/t of queries and output, 4·a_kv·d/t for each token of the source, and scores 5·T·a·S_e/t.
[[nodiscard]] LayerActivations layerActivations(const Setup& setup, const LayerSplit& split, bool experts);

} // namespace kneepoint
