// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/encoder.h"

namespace kneepoint {

ModelShape encoderOf(const ModelShape& model)
{
    ModelShape encoder = model;
    encoder.causal = false;
    encoder.layers = encoder.dense_layers = encoder.leading_dense = model.encoder_layers;
    encoder.parts = 1;
    encoder.ffn = model.dense_ffn;
    encoder.experts = encoder.chosen = 1;
    encoder.shared_experts = 0;
    encoder.expert_hidden = model.hidden;
    encoder.sequence_length = encoder.document_length = model.source_length;
    encoder.attended = 1;
    encoder.source_length = encoder.encoder_layers = encoder.cross_parameters = encoder.cross_active = 0;
    return encoder;
}

Setup encoderOf(const Setup& setup)
{
    Setup encoder = setup;
    encoder.model = encoderOf(setup.model);
    return encoder;
}

LayerSplit encoderOf(const LayerSplit& split, const ModelShape& model)
{
    LayerSplit encoder = split;
    encoder.tokens = sourceTokens(model, split);
    return encoder;
}

} // namespace kneepoint
