// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/model_shape.h"

#include "model/catalogue/architecture.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {
namespace {

Adapters adaptersOf(const Workload& w)
{
    if (w.kind != ModelKind::transformer || w.tuning == Tuning::full)
        return {};
    return {true, w.tuning == Tuning::qlora, w.lora_rank, w.lora_targets};
}

} // namespace

ModelShape shapeOf(const Workload& w)
{
    const bool mixture = w.experts > 1;
    const bool linear = w.linear_heads > 0;
    const double leading = mixture ? std::min(w.dense_layers, w.layers) : w.layers;
    return {
        .transformer = w.kind == ModelKind::transformer,
        .gated = w.gated,
        .causal = w.causal,
        .parallel_block = w.parallel_block,
        .parameters = w.parameters,
        .active_parameters = w.active_parameters,
        .expert_parameters = expertParameters(w),
        .layers = w.layers,
        .dense_layers = mixture ? w.layers - expertLayers(w.layers, leading, w.expert_every) : w.layers,
        .leading_dense = leading,
        .expert_every = w.expert_every,
        .hidden = w.hidden,
        .heads = w.heads,
        .kv_heads = w.kv_heads,
        .head_width = headWidth(w),
        .query_latent = w.query_latent,
        .key_latent = w.key_latent,
        .gated_attention = w.gated_attention,
        .softmax_share = linear ? fullAttentionShare(w) : 1,
        .linear_keys = linear ? w.linear_key_heads * w.linear_head_width : 0,
        .linear_values = w.linear_heads * w.linear_head_width,
        .linear_head_width = w.linear_head_width,
        .ffn = w.ffn,
        .dense_ffn = mixture && w.dense_ffn > 0 ? w.dense_ffn : w.ffn,
        .vocabulary = w.vocabulary,
        .embedding_copies = w.tied_embeddings ? 1.0 : 2.0,
        .experts = w.experts,
        .chosen = std::min(w.top_k, w.experts),
        .shared_experts = w.shared_experts,
        .expert_imbalance = w.expert_imbalance,
        .expert_groups = w.expert_groups,
        .top_groups = w.top_groups,
        .adapters = adaptersOf(w),
        .sequence_length = w.sequence_length,
        .attended = attendedShare(w),
        .flops_per_example = w.flops_per_example,
        .bytes_per_example = w.bytes_per_example,
        .activation_per_example = w.activation_per_example,
        .measured_example_s = w.measured_example_s,
    };
}

double tokensPerExample(const Workload& w)
{
    return w.kind == ModelKind::generic ? 1 : w.sequence_length;
}

double attendedShare(const Workload& w)
{
    const double full = fullAttentionShare(w);
    if (w.linear_heads > 0)
        return full;
    if (w.attention_window <= 0 || w.attention_window >= w.sequence_length)
        return 1;
    const double window = w.attention_window / w.sequence_length;
    return full + (1 - full) * window * (2 - window);
}

double expertParameters(const Workload& w)
{
    const double idle_share = 1 - std::min(1.0, w.top_k / w.experts);
    if (idle_share <= 0 || expertLayers(w.layers, w.dense_layers, w.expert_every) <= 0)
        return 0;
    const double copies = w.tied_embeddings ? 1 : 2;
    const double tables = std::min(copies * w.vocabulary * w.hidden, w.parameters);
    return std::clamp((w.parameters - w.active_parameters) / idle_share, 0.0, w.parameters - tables);
}

} // namespace kneepoint
