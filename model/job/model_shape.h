// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/state_mixer.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// Low-rank adapters that are trained instead of the model, and how the weights beside them are kept (adapters.h).
struct Adapters {
    bool used = false;      ///< false: all parameters are trained
    bool quantized = false; ///< the frozen matrices of layers have 4 bits per weight
    double rank = 0;
    LoraTargets targets = LoraTargets::all_linear;
};

/// The first layers of a model, if they are not trained, and with them the embedding. No gradient is needed at their
/// outputs, so they have a forward pass only (frozen_layers.h).
struct FrozenLayers {
    bool used = false;
    double layers = 0;  ///< whole ones, fewer than the model has
    double dense = 0;   ///< of them, without experts
    double encoder = 0; ///< of the dense ones, those of an encoder
    [[nodiscard]] double expert() const { return layers - dense; }
};

/// The trained model: sizes, widths and experts, independent of how a job divides it. Widths in elements.
struct ModelShape {
    bool transformer = true; ///< false: a generic model, described by the last four fields
    bool gated = false;
    bool causal = true;
    bool parallel_block = false;  ///< attention and feed-forward in parallel, their outputs added
    double parameters = 0;        ///< all of them
    double active_parameters = 0; ///< per token; those that only tokens of a source pass, by their share S_e/S
    double expert_parameters = 0; ///< of all routed experts; 0 without a mixture of experts
    double layers = 1;
    double dense_layers = 1;  ///< layers without experts: all of them without a mixture of experts
    double leading_dense = 1; ///< of these, the ones before the first cycle of dense layers and one with experts
    double expert_every = 1;  ///< layers of such a cycle; 1: all have experts
    double hidden = 1;
    double heads = 1;
    double kv_heads = 1;
    double head_width = 1;
    double query_latent = 0; ///< rank of the compressed query; 0: not compressed
    double key_latent = 0;   ///< rank of the compressed keys and values; 0: plain attention
    bool gated_attention = false;
    double softmax_share = 1; ///< fraction of the layers with attention by scores
    double sparse_share = 0;  ///< of all layers, those whose keys an indexer chooses
    double index_heads = 0;
    double index_head_width = 0;
    double state_share = 0; ///< fraction of the layers with a state instead of scores
    StateMixer state;       ///< of such a layer
    double parts = 1;       ///< of mixer and feed-forward, the fraction that the mean layer has; 3/2 with a source
    double feed_forward_share = 1; ///< of the layers without experts, those with a feed-forward
    double ffn = 1;                ///< of an expert, or of a layer of a dense model
    double dense_ffn = 1;          ///< of a layer without experts
    double vocabulary = 1;
    double embedding_copies = 1; ///< 1 if the output layer shares the embedding's weights, else 2
    double experts = 1;          ///< routed experts of a layer; 1: a dense model
    double expert_hidden = 1;    ///< width that they read and write
    double chosen = 1;           ///< of them, those that a token is routed to
    double shared_experts = 0;
    double expert_imbalance = 1; ///< tokens of the fullest expert-parallel rank over the mean
    double expert_groups = 1;    ///< of which a few are selected per token
    double top_groups = 1;
    double prediction_depths = 0; ///< each is a layer and the output layer again
    double source_length = 0;     ///< tokens that layers attend to besides their own; 0: none
    double encoder_layers = 0;    ///< of the dense layers, the first ones, of that many tokens (encoder.h)
    double cross_parameters = 0;  ///< of each other layer, for attention to the source
    double cross_active = 0;      ///< of these, as many as if all were passed by tokens of the sequence
    Adapters adapters;
    FrozenLayers frozen;
    ReferenceModel reference = ReferenceModel::none;
    double sequence_length = 1;  ///< tokens
    double document_length = 1;  ///< tokens that fused attention processes together, documentLength()
    double uneven_mean = 0;      ///< mean length of packed examples that replicas wait for; 0: they are taken as equal
    double uneven_spread = 0;    ///< standard deviation of these lengths over their mean
    double attended = 1;         ///< fraction of the attention scores that are computed, attendedShare()
    double counted = 1;          ///< fraction of the tokens that are not padding
    double counted_attended = 1; ///< fraction of the attention scores, only those without padding
    double flops_per_example = 0;
    double bytes_per_example = 0;
    double activation_per_example = 0; ///< bytes
    double measured_example_s = 0;     ///< measured forward and backward time per example; 0: computed
    [[nodiscard]] bool hasReference() const { return reference != ReferenceModel::none; }
    /// Whether the reference model has weights of its own.
    [[nodiscard]] bool copiesReference() const
    {
        return reference == ReferenceModel::copy || (hasReference() && !adapters.used);
    }
    /// Whether the output layer is not trained, either: with adapters, or as it shares a frozen embedding's weights.
    [[nodiscard]] bool hasFrozenOutput() const { return adapters.used || (frozen.used && embedding_copies <= 1); }
    /// Fraction of the layers that a gradient passes.
    [[nodiscard]] double trainedLayers() const { return 1 - frozen.layers / layers; }
    [[nodiscard]] bool hasExperts() const { return experts > 1; }
    [[nodiscard]] bool hasLatents() const { return key_latent > 0; }
    /// Whether some layers have another mixer than attention by scores, or none.
    [[nodiscard]] bool hasOtherMixers() const { return softmax_share < 1 || state_share > 0; }
    [[nodiscard]] bool hasExpertLatents() const { return expert_hidden != hidden; }
    /// The mean over the layers of a quantity that depends on the mixer.
    [[nodiscard]] double meanLayer(double softmax, double of_state) const
    {
        return hasOtherMixers() ? softmax_share * softmax + state_share * of_state : softmax;
    }
    [[nodiscard]] bool hasSource() const { return source_length > 0; }
    /// Tokens of the source per token of the sequence.
    [[nodiscard]] double sourceShare() const { return source_length / sequence_length; }
    /// Tokens that pipeline stages send per token of the sequence: behind an encoder, its output goes on to all stages
    /// (Megatron-Core 0.5, megatron/core/pipeline_parallel/schedules.py, get_tensor_shapes).
    [[nodiscard]] double boundaryShare() const { return encoder_layers > 0 ? 1 + sourceShare() : 1; }
    /// So many layers, of which an encoder's count by their tokens.
    [[nodiscard]] double inTokens(double of_all, double encoder) const
    {
        return encoder > 0 ? of_all + encoder * (sourceShare() - 1) : of_all;
    }
    /// The same, of which an encoder's count by their parts, too.
    [[nodiscard]] double inLayers(double of_all, double encoder) const
    {
        return encoder > 0 ? of_all + encoder * (sourceShare() / parts - 1) : of_all;
    }
    /// Elements per token of the queries, keys and values of attention to a source, and of its output.
    [[nodiscard]] double crossInputs() const
    {
        return hasSource() ? (heads + 2 * kv_heads * sourceShare()) * head_width : 0;
    }
    [[nodiscard]] double crossOutputs() const { return hasSource() ? heads * head_width : 0; }
    /// Elements per token into the mixers: queries, keys, values and gates, without latents; or what a state reads.
    [[nodiscard]] double attentionInputs() const
    {
        return meanLayer(((gated_attention ? 2 : 1) * heads + 2 * kv_heads) * head_width, state.inputs) + crossInputs();
    }
    /// Elements per token out of the mixers.
    [[nodiscard]] double attentionOutputs() const
    {
        return meanLayer(heads * head_width, state.outputs) + crossOutputs();
    }
    /// Elements per token of the queries and the key of an indexer.
    [[nodiscard]] double indexElements() const { return sparse_share * (index_heads + 1) * index_head_width; }
    /// Multiply-adds per token of the last GEMM of a layer's feed-forward, `width` elements wide in all.
    [[nodiscard]] double outOfFeedForward(bool of_experts, double width) const
    {
        return of_experts ? width * hidden + chosen * ffn * (expert_hidden - hidden) : width * hidden;
    }
};
[[nodiscard]] ModelShape shapeOf(const Workload& w);
/// Its fraction of the tokens that are not padding.
[[nodiscard]] double countedShare(const Workload& w);

/// Tokens per example, without padding: the sequence length, or 1 for a generic model.
[[nodiscard]] double tokensPerExample(const Workload& w);

/// Tokens of the mean document that a token is in, E[L²]/E[L] = ℓ·(1 + s²) for lengths of mean ℓ and relative spread s:
/// the causal scores of packed documents are Σ L²/2. At most the sequence, and all of it if no length is stated.
[[nodiscard]] double documentLength(const Workload& w);

/// Cost of attention scores relative to full attention in every layer. Of the layers, some have full attention; the
/// others have no scores (a state, or no mixer), or attend only to a window w, as a fraction of the sequence, which
/// leaves 2w − w² of their causal scores. The window extends in both directions if attention is not causal, so the
/// fraction is the same. 1 without a window or with one as long as the sequence; it never decreases with a longer
/// window. Sparse attention reads its best k keys like a window, of latents in their absorbed form, 2·r + 64 wide
/// instead of 2·d + 64 (DeepSeek-V3.2: 1088 instead of 320), and scores all keys with its indexer: 2·H_i·(d_i + 1)
/// FLOPs per pair. So it may cost more than full attention. Of documents packed into a sequence S, each attends only to
/// itself, which leaves D/S of the scores, D = documentLength().
[[nodiscard]] double attendedShare(const Workload& w);

/// Parameters of one copy of the model, with the experts of each layer distributed over this many ranks of it.
[[nodiscard]] inline double parametersOfStages(const ModelShape& model, double expert_ranks)
{
    return model.parameters - model.expert_parameters + model.expert_parameters / expert_ranks;
}

} // namespace kneepoint
