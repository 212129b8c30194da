// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/activations.h"

#include "model/catalogue/architecture.h"
#include "model/cost/operations.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Elements per token that tensor parallelism divides: queries, keys, values, attention output.
double attentionElements(const ModelShape& m)
{
    if (!m.hasLatents())
        return (2 * m.heads + 2 * m.kv_heads) * m.head_width;
    return m.heads * (2 * (m.head_width + rope_width) + 2 * m.head_width);
}

double latentElements(const ModelShape& m)
{
    return m.hasLatents() ? m.query_latent + m.key_latent + rope_width : 0;
}

/// Inputs and outputs of the feed-forward layer's activation function.
double feedForwardElements(const ModelShape& m, double ffn)
{
    return (m.gated ? gated_ffn_tensors : plain_ffn_tensors) * ffn;
}

} // namespace

LayerActivations layerActivations(const Setup& setup, const LayerSplit& on, bool experts)
{
    const ModelShape& m = setup.model;
    const Stack& software = setup.software;
    const double masks = m.gated ? 0 : dropout_mask_bytes;
    const double norms = software.fused_norms ? 0 : kept_norm_bytes;
    double layer = on.tokens
        * ((norm_and_gemm_inputs * activation_bytes + masks + norms) * m.hidden + activation_bytes * latentElements(m))
        / on.sequence;
    double split = attentionElements(m);
    if (experts) {
        split += (m.chosen + m.shared_experts) * feedForwardElements(m, m.ffn);
        layer += 2 * activation_bytes * on.tokens * m.chosen * m.hidden / on.sequence;
    } else {
        split += feedForwardElements(m, m.dense_ffn);
    }
    layer += activation_bytes * on.tokens * split / on.tensor;
    const double scores =
        software.fused_attention ? 0 : kept_score_bytes * on.tokens * m.sequence_length * m.heads / on.tensor;
    const double input = activation_bytes * on.tokens * m.hidden / on.sequence;
    switch (on.recompute) {
    case Recompute::none:
        break;
    case Recompute::selective: {
        const double attended = activation_bytes * on.tokens * m.heads * m.head_width / on.tensor;
        const double rest = repeatsNarrowGemms(setup) ? attended : software.selective_kept * (layer - input);
        const double kept = std::min(layer, input + rest);
        return {kept, layer - kept + scores};
    }
    case Recompute::full:
        return {input, layer - input + scores};
    }
    return {layer + scores, 0};
}

} // namespace kneepoint
