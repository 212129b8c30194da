// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/layer_split.h"
#include "model/job/setup.h"

namespace kneepoint {

/// The encoder of a model as a model of its own, of dense layers that attend in both directions to a sequence as long
/// as the source (Vaswani et al. 2017, arXiv:1706.03762, section 3.1).
[[nodiscard]] ModelShape encoderOf(const ModelShape& model);
[[nodiscard]] Setup encoderOf(const Setup& setup);
/// A micro-batch of such a layer.
[[nodiscard]] LayerSplit encoderOf(const LayerSplit& split, const ModelShape& model);

/// Tokens of the source on one GPU, of a micro-batch: what an encoder puts out is divided as the sequence is; a source
/// that is given is whole on every context-parallel rank.
[[nodiscard]] inline double sourceTokens(const ModelShape& model, const LayerSplit& split)
{
    return split.examples * model.source_length / (model.encoder_layers > 0 ? split.context : 1);
}

} // namespace kneepoint
