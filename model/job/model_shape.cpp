// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/model_shape.h"

#include "model/catalogue/architecture.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

Adapters adaptersOf(const Workload& w)
{
    if (w.tuning != Tuning::lora && w.tuning != Tuning::qlora)
        return {};
    return {true, w.tuning == Tuning::qlora, w.lora_rank, w.lora_targets};
}

/// Of a model whose layers with experts are known.
FrozenLayers frozenOf(const Workload& w, const ModelShape& m)
{
    if (w.tuning != Tuning::frozen_part || w.frozen_share <= 0)
        return {};
    constexpr double rounding = 1e-9;
    const double layers = std::floor(w.frozen_share * w.layers + rounding);
    const bool experts = m.leading_dense < m.layers;
    return {true, layers, experts ? layers - expertLayers(layers, m.leading_dense, m.expert_every) : layers,
        std::min(layers, encoderLayers(w))};
}

/// Cycle of the layers with experts, so that as many as there are lie evenly among the layers.
double expertCycle(const Workload& w, double with_experts)
{
    constexpr double rounding = 1e-12; // so that the last of a cycle is not missed
    return w.feed_forward_layers > 0 && with_experts > 0 ? std::max(1.0, w.layers / with_experts * (1 - rounding))
                                                         : w.expert_every;
}

/// Cost of a score of sparse attention, and of the indexer's, relative to one of full attention.
struct SparseCost {
    double score = 1, index = 0;
};
SparseCost sparseCost(const Workload& w)
{
    const bool latents = w.key_latent > 0;
    const double plain = 2 * headWidth(w) + (latents ? rope_width : 0);
    const double absorbed = latents ? 2 * w.key_latent + rope_width : plain;
    return {absorbed / plain, w.index_heads * (w.index_head_width + 1) / (w.heads * plain)};
}

/// Cross-attention to a source.
void addSource(ModelShape& m, const Workload& w)
{
    constexpr double parts = 2; // mixer and feed-forward
    m.parts = (parts + 1) / parts;
    m.source_length = w.source_length;
    m.encoder_layers = encoderLayers(w);
    const CrossParameters cross = crossParameters(w);
    const double of_layers = m.parameters - m.expert_parameters - m.embedding_copies * m.vocabulary * m.hidden;
    m.cross_parameters = std::clamp(of_layers / m.layers, 0.0, cross.total()); // of a size that may be stated apart
    m.cross_active = cross.of_tokens + cross.of_source * m.sourceShare();
    m.active_parameters = std::max(1.0, m.active_parameters + sourceParameters(w) * (m.sourceShare() - 1));
}

/// Fraction of the causal scores of a document within a window of so many tokens.
double withinWindow(double document, double tokens)
{
    const double window = std::min(1.0, tokens / document);
    return window * (2 - window);
}

/// attendedShare() of a sequence of documents of so many tokens.
double attendedOf(const Workload& w, Mixer other, const MixerShares& share, double document)
{
    const double packed = document / w.sequence_length;
    switch (other) {
    case Mixer::window:
        return w.attention_window >= document
            ? packed * share.softmax
            : packed * (share.full + (share.softmax - share.full) * withinWindow(document, w.attention_window));
    case Mixer::sparse: {
        const SparseCost cost = sparseCost(w);
        return packed * (share.full + share.sparse * (cost.score * withinWindow(document, w.index_keys) + cost.index));
    }
    case Mixer::full:
    case Mixer::encoder:
    case Mixer::cross:
    case Mixer::delta_rule:
    case Mixer::state_space:
    case Mixer::none:
        break;
    }
    return packed * share.softmax;
}

bool isPadded(const Workload& w)
{
    return w.packing == Packing::padded && w.length_mean > 0 && w.kind == ModelKind::transformer;
}

/// Examples as long as the sequence are equal.
bool waitsForLengths(const Workload& w)
{
    return w.length_stragglers && w.packing == Packing::packed && w.kind == ModelKind::transformer && w.length_mean > 0
        && w.length_mean < w.sequence_length;
}

/// Tokens that fused attention processes together.
double computedDocument(const Workload& w)
{
    return isPadded(w) ? w.sequence_length : documentLength(w);
}

/// Parameters of routed experts: the inactive parameters divided by the fraction of inactive experts; at most all
/// parameters except embedding and output layer.
double expertParameters(const Workload& w, double with_experts)
{
    if (with_experts <= 0)
        return 0;
    const double idle_share = 1 - std::min(1.0, w.top_k / w.experts);
    if (idle_share <= 0)
        return 0;
    const double copies = w.tied_embeddings ? 1 : 2;
    const double tables = std::min(copies * w.vocabulary * w.hidden, w.parameters);
    return std::clamp((w.parameters - w.active_parameters) / idle_share, 0.0, w.parameters - tables);
}

/// Without experts, with attention to all tokens and a feed-forward in every layer, all of it trained.
ModelShape plainShape(const Workload& w)
{
    const bool transformer = w.kind == ModelKind::transformer;
    return {
        .transformer = transformer,
        .gated = w.gated,
        .causal = w.causal,
        .parallel_block = w.parallel_block,
        .parameters = w.parameters,
        .active_parameters = w.active_parameters,
        .layers = w.layers,
        .dense_layers = w.layers,
        .leading_dense = w.layers,
        .expert_every = w.expert_every,
        .hidden = w.hidden,
        .heads = w.heads,
        .kv_heads = w.kv_heads,
        .head_width = headWidth(w),
        .query_latent = w.query_latent,
        .key_latent = w.key_latent,
        .gated_attention = w.gated_attention,
        .index_heads = w.index_heads,
        .index_head_width = w.index_head_width,
        .ffn = w.ffn,
        .dense_ffn = w.ffn,
        .vocabulary = w.vocabulary,
        .embedding_copies = !transformer ? 0.0
            : w.tied_embeddings          ? 1.0
                                         : 2.0,
        .experts = w.experts,
        .expert_hidden = w.hidden,
        .chosen = std::min(w.top_k, w.experts),
        .shared_experts = w.shared_experts,
        .expert_imbalance = w.expert_imbalance,
        .expert_groups = w.expert_groups,
        .top_groups = w.top_groups,
        .reference = transformer ? w.reference_model : ReferenceModel::none,
        .sequence_length = w.sequence_length,
        .document_length = w.sequence_length,
        .flops_per_example = w.flops_per_example,
        .bytes_per_example = w.bytes_per_example,
        .activation_per_example = w.activation_per_example,
        .measured_example_s = w.measured_example_s,
    };
}

/// Experts, and blocks that are either a mixer or a feed-forward.
void addExperts(ModelShape& m, const Workload& w)
{
    const bool mixture = w.experts > 1;
    const double with_experts = mixture ? expertLayers(w) : 0;
    const double dense = w.layers - with_experts;
    const bool single = w.feed_forward_layers > 0;
    m.dense_layers = dense;
    if (single) {
        m.parts = (mixerLayers(w) + feedForwardLayers(w)) / (2 * w.layers);
        m.feed_forward_share = dense > 0 ? (feedForwardLayers(w) - with_experts) / dense : 1;
    }
    if (!mixture)
        return;
    if (with_experts > 0 || !single)
        m.leading_dense = single ? 0 : std::min(std::max(w.dense_layers, encoderLayers(w)), w.layers);
    m.expert_parameters = expertParameters(w, with_experts);
    m.expert_every = expertCycle(w, with_experts);
    m.expert_hidden = expertHidden(w);
    m.dense_ffn = denseWidth(w);
}

/// Layers without attention to all tokens, and sequences of documents.
void addAttention(ModelShape& m, const Workload& w, Mixer other)
{
    const MixerShares share = mixerShares(w);
    m.softmax_share = share.softmax;
    m.sparse_share = share.sparse;
    m.state_share = share.state;
    if (share.state > 0)
        m.state = stateMixerOf(w);
    m.counted = countedShare(w);
    m.document_length = computedDocument(w);
    m.attended = attendedOf(w, other, share, m.document_length);
    m.counted_attended = m.counted < 1 ? m.counted * attendedOf(w, other, share, documentLength(w)) : m.attended;
    if (waitsForLengths(w)) {
        m.uneven_mean = w.length_mean;
        m.uneven_spread = w.length_spread;
    }
}

void addPredictionDepths(ModelShape& m, const Workload& w)
{
    const double depths = w.prediction_depths;
    const ParameterCount depth = predictionParameters(w);
    m.prediction_depths = depths;
    m.parameters += depths * depth.total;
    m.active_parameters += depths * (depth.active + w.vocabulary * w.hidden);
    if (m.dense_layers < m.layers)
        m.expert_parameters += depths * w.experts * feedForwardMatrices(w) * expertHidden(w) * w.ffn;
}

} // namespace

ModelShape shapeOf(const Workload& w)
{
    ModelShape m = plainShape(w);
    const bool single = w.feed_forward_layers > 0;
    if (m.transformer && (w.experts > 1 || single))
        addExperts(m, w);
    const Mixer other = otherMixer(w);
    if (other != Mixer::full || single || w.length_mean > 0)
        addAttention(m, w, other);
    if (m.transformer && w.prediction_depths > 0)
        addPredictionDepths(m, w);
    if (m.transformer && w.tuning != Tuning::full) {
        m.adapters = adaptersOf(w);
        m.frozen = frozenOf(w, m);
    }
    if (hasSource(w))
        addSource(m, w);
    return m;
}

double countedShare(const Workload& w)
{
    return isPadded(w) ? std::min(1.0, w.length_mean / w.sequence_length) : 1;
}

double tokensPerExample(const Workload& w)
{
    return w.kind == ModelKind::generic ? 1
        : isPadded(w)                   ? std::min(w.length_mean, w.sequence_length)
                                        : w.sequence_length;
}

double documentLength(const Workload& w)
{
    if (w.length_mean <= 0 || w.kind != ModelKind::transformer)
        return w.sequence_length;
    return std::min(w.sequence_length, w.length_mean * (1 + w.length_spread * w.length_spread));
}

double attendedShare(const Workload& w)
{
    return attendedOf(w, otherMixer(w), mixerShares(w), computedDocument(w));
}

} // namespace kneepoint
