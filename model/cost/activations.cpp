// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/activations.h"

#include "model/cost/operations.h"
#include "model/cost/transformer_layer.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Elements per token that tensor parallelism divides: queries, keys, values, attention output.
double attentionElements(const Workload& w)
{
    const double head = headWidth(w);
    if (w.key_latent <= 0)
        return (2 * w.heads + 2 * w.kv_heads) * head;
    return w.heads * (2 * (head + rope_width) + 2 * head);
}

double latentElements(const Workload& w)
{
    return w.key_latent > 0 ? w.query_latent + w.key_latent + rope_width : 0;
}

/// Inputs and outputs of the feed-forward layer's activation function.
double feedForwardElements(const Workload& w, double ffn)
{
    return (w.gated ? gated_ffn_tensors : plain_ffn_tensors) * ffn;
}

} // namespace

LayerActivations layerActivations(const Scenario& s, bool experts)
{
    const Workload& w = s.workload;
    const double tokens = tokensOnGpu(s);
    const double t = s.plan.tensor_parallel;
    const double r = s.plan.sequence_parallel ? t : 1;
    const double masks = w.gated ? 0 : dropout_mask_bytes;
    const double norms = s.stack.fused_norms ? 0 : kept_norm_bytes;
    double layer = tokens
        * ((norm_and_gemm_inputs * activation_bytes + masks + norms) * w.hidden + activation_bytes * latentElements(w))
        / r;
    double split = attentionElements(w);
    if (experts) {
        const double chosen = std::min(w.top_k, w.experts);
        split += (chosen + w.shared_experts) * feedForwardElements(w, w.ffn);
        layer += 2 * activation_bytes * tokens * chosen * w.hidden / r;
    } else {
        split += feedForwardElements(w, w.experts > 1 && w.dense_ffn > 0 ? w.dense_ffn : w.ffn);
    }
    layer += activation_bytes * tokens * split / t;
    const double scores = s.stack.fused_attention ? 0 : kept_score_bytes * tokens * w.sequence_length * w.heads / t;
    const double input = activation_bytes * tokens * w.hidden / r;
    switch (s.plan.recompute) {
    case Recompute::none:
        break;
    case Recompute::selective: {
        const double attended = activation_bytes * tokens * w.heads * headWidth(w) / t;
        const double rest = forgetsNarrowProducts(s) ? attended : s.stack.selective_kept * (layer - input);
        const double kept = std::min(layer, input + rest);
        return {kept, layer - kept + scores};
    }
    case Recompute::full:
        return {input, layer - input + scores};
    }
    return {layer + scores, 0};
}

} // namespace kneepoint
