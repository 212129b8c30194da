// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/activations.h"

#include "model/catalogue/architecture.h"
#include "model/constants/formats.h"
#include "model/cost/recomputation.h"
#include "model/job/adapters.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Elements per token that tensor parallelism divides: queries, keys, values, attention output.
double attentionElements(const ModelShape& m)
{
    if (!m.hasLatents())
        return m.attentionInputs() + m.attentionOutputs();
    const double gate = m.gated_attention ? m.head_width : 0;
    return m.crossInputs() + m.crossOutputs()
        + m.meanLayer(
            m.heads * (2 * (m.head_width + rope_width) + 2 * m.head_width + gate), m.state.inputs + m.state.outputs);
}

/// Inputs of frozen GEMMs that no adapter reads: only gradients of weights need them.
struct UnreadInputs {
    double norms = 0;        ///< of the outputs of a layer's two norms
    double feed_forward = 0; ///< 1: the input of its last GEMM
};

UnreadInputs unreadInputs(const Adapters& adapters)
{
    if (!adapters.used)
        return {};
    const double attention = isAdapted(adapters, MatrixRole::query) ? 0 : 1;
    const double feed_forward = isAdapted(adapters, MatrixRole::feed_forward) ? 0 : 1;
    return {attention + feed_forward, feed_forward};
}

} // namespace

LayerActivations layerActivations(const Setup& setup, const LayerSplit& on, bool experts)
{
    const ModelShape& m = setup.model;
    const Stack& software = setup.software;
    const double masks = m.gated ? 0 : dropout_mask_bytes;
    const double norms = setup.hasUnfusedNorms() ? kept_norm_bytes : 0;
    const double wide_inputs = activation_bytes - keptInputBytes(setup); // what 8-bit copies save
    const UnreadInputs unread = unreadInputs(m.adapters);
    const double inputs =
        norm_and_gemm_inputs * activation_bytes - layer_norms * wide_inputs - unread.norms * keptInputBytes(setup);
    const double chosen = m.chosen * (on.experts > 1 ? m.expert_imbalance : 1); // of the fullest rank
    double layer = on.tokens * ((inputs + masks + norms) * m.parts * m.hidden + activation_bytes * latentElements(m))
        / on.sequence;
    const double ffn = experts ? (chosen + m.shared_experts) * m.ffn : m.feed_forward_share * m.dense_ffn;
    if (experts)
        layer += (keptInputBytes(setup) + activation_bytes) * on.tokens * chosen * m.expert_hidden / on.sequence;
    if (experts && m.hasExpertLatents())
        layer += activation_bytes * on.tokens * m.expert_hidden / on.sequence;
    if (m.sparse_share > 0)
        layer += activation_bytes * on.tokens * m.indexElements();
    const double split = activation_bytes * (attentionElements(m) + m.state_share * m.state.kept)
        + (wide_inputs > 0 ? keptInputBytes(setup) * m.attentionOutputs() : 0)
        + (activation_bytes * keptFfnTensors(m.gated, software.fused_gate) - wide_inputs
              - unread.feed_forward * keptInputBytes(setup))
            * ffn;
    layer += on.tokens * split / on.tensor;
    const double gradients =
        m.gated && software.fused_gate ? activation_bytes * fused_ffn_tensors * ffn * on.tokens / on.tensor : 0;
    const double scores = software.fused_attention
        ? 0
        : kept_score_bytes * on.tokens * m.sequence_length * m.meanLayer(m.heads, 0) / on.tensor
            + kept_score_bytes * on.tokens * m.source_length * m.heads / on.tensor;
    const double input = activation_bytes * on.tokens * m.hidden / on.sequence;
    switch (on.recompute) {
    case Recompute::none:
        break;
    case Recompute::selective: {
        const double attended = activation_bytes * on.tokens * m.attentionOutputs() / on.tensor;
        const double rest = repeatsNarrowGemms(setup) ? attended : software.selective_kept * (layer - input);
        const double kept = std::min(layer, input + rest);
        return {kept, layer - kept + scores + gradients};
    }
    case Recompute::full:
        return {input, layer - input + scores + gradients};
    }
    return {layer + scores, gradients};
}

} // namespace kneepoint
