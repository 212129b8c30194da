// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/recomputation.h"

#include "model/catalogue/architecture.h"
#include "model/constants/formats.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Elements that a layer keeps per token, by what restores them; without tensor parallelism or with sequence
/// parallelism, which divides all of them. As in layerActivations(), in 16 bits.
struct KeptElements {
    double inputs = 0;       ///< of norms and of the GEMMs behind them, with the layer's input
    double latents = 0;      ///< of latent attention
    double projected = 0;    ///< queries, keys and values
    double attended = 0;     ///< output of attention
    double feed_forward = 0; ///< all tensors of feed-forward width
    double activated = 0;    ///< of these, the output of the activation function
    double sent = 0;         ///< tokens as sent to the experts
    double returned = 0;     ///< and as sent back
    [[nodiscard]] double total() const
    {
        return inputs + latents + projected + attended + feed_forward + sent + returned;
    }
};

KeptElements keptElements(const Setup& setup, bool experts)
{
    const ModelShape& m = setup.model;
    KeptElements kept;
    kept.inputs = norm_and_gemm_inputs * m.parts * m.hidden;
    kept.attended = m.attentionOutputs();
    kept.latents = latentElements(m);
    kept.projected = m.hasLatents()
        ? m.meanLayer(m.heads * (2 * (m.head_width + rope_width) + m.head_width), m.state.inputs) + m.crossInputs()
        : m.attentionInputs();
    kept.projected += m.state_share * m.state.kept + m.indexElements();
    kept.activated = experts ? (m.chosen + m.shared_experts) * m.ffn : m.feed_forward_share * m.dense_ffn;
    kept.feed_forward = keptFfnTensors(m.gated, setup.software.fused_gate) * kept.activated;
    kept.returned = experts ? m.chosen * m.expert_hidden : 0;
    kept.sent = kept.returned * keptInputBytes(setup) / activation_bytes;
    return kept;
}

/// Multiply-adds per token of a layer's GEMMs.
struct LayerGemms {
    double from_latents = 0; ///< queries, keys and values
    double into_latents = 0;
    double into_attention = 0; ///< queries, keys and values without latents
    double out_of_attention = 0;
    double into_feed_forward = 0;
    double out_of_feed_forward = 0;
    [[nodiscard]] double total() const
    {
        return from_latents + into_latents + into_attention + out_of_attention + into_feed_forward
            + out_of_feed_forward;
    }
};

LayerGemms gemmsOf(const ModelShape& m, const KeptElements& kept, bool experts)
{
    LayerGemms g;
    const double heads = m.heads * m.head_width;
    if (m.hasLatents()) {
        const double queries = m.heads * (m.head_width + rope_width);
        g.from_latents = m.meanLayer(m.key_latent * 2 * heads + m.query_latent * queries, 0);
        g.into_latents = m.hidden * kept.latents;
        g.into_attention = m.hidden * (m.meanLayer(m.query_latent > 0 ? 0 : queries, m.state.inputs) + m.crossInputs());
    } else {
        g.into_attention = m.hidden * m.attentionInputs();
    }
    g.out_of_attention = m.attentionOutputs() * m.hidden;
    g.out_of_feed_forward = m.outOfFeedForward(experts, kept.activated);
    g.into_feed_forward = (m.gated ? 2 : 1) * g.out_of_feed_forward;
    return g;
}

/// Drops the elements that one operation restores, as far as `left` goes, and returns the dropped fraction.
double droppedFirst(double& left, double elements)
{
    const double dropped = std::min(left, elements);
    left -= dropped;
    return elements > 0 ? dropped / elements : 0;
}

/// What one kind of layer repeats, and the multiply-adds per token of its GEMMs.
struct LayerRepeat {
    RepeatedShares shares;
    double gemms = 0;
};

LayerRepeat repeatOf(const Setup& setup, bool experts)
{
    const ModelShape& m = setup.model;
    const Stack& software = setup.software;
    const KeptElements kept = keptElements(setup, experts);
    const LayerGemms gemms = gemmsOf(m, kept, experts);
    const double dropped = 1 - std::clamp(software.selective_kept, 0.0, 1.0);
    double left = dropped * (kept.total() - m.hidden);
    const double gemm_inputs = (m.gated ? 2 : 1) * kept.activated;
    droppedFirst(left, layer_norms * m.parts * m.hidden + kept.feed_forward - gemm_inputs + kept.returned);
    double repeated = 0;
    if (m.hasLatents())
        repeated += gemms.from_latents * droppedFirst(left, kept.projected);
    const double outputs = kept.inputs - (1 + layer_norms * m.parts) * m.hidden + kept.latents + gemm_inputs
        + (m.hasLatents() ? 0 : kept.projected);
    repeated += (gemms.into_latents + gemms.into_attention + gemms.out_of_attention + gemms.into_feed_forward)
        * droppedFirst(left, outputs);
    droppedFirst(left, kept.sent);
    const double known = software.selective_recompute;
    const double all = gemms.total();
    return {{known > 0 ? 1 : dropped, std::max(known, repeated / all), droppedFirst(left, kept.attended)}, all};
}

} // namespace

double latentElements(const ModelShape& m)
{
    return m.hasLatents() ? m.meanLayer(m.query_latent + m.key_latent + rope_width, 0) : 0;
}

double keptInputBytes(const Setup& setup)
{
    return setup.software.narrow_inputs && isNarrow(setup.precision) ? narrow_weight_bytes : activation_bytes;
}

bool repeatsNarrowGemms(const Setup& setup)
{
    return setup.software.repeats_low_precision && isNarrow(setup.precision);
}

bool stopsRecomputingEarly(const Setup& setup, Recompute recompute)
{
    const bool whole = recompute == Recompute::full || repeatsNarrowGemms(setup);
    return setup.software.stops_recomputing && whole;
}

SelectiveShares selectiveShares(const Setup& setup)
{
    const ModelShape& m = setup.model;
    if (repeatsNarrowGemms(setup)) {
        constexpr RepeatedShares gemms_only{1, 1, 0};
        return {gemms_only, gemms_only, gemms_only};
    }
    SelectiveShares of;
    const bool mixed = m.hasExperts() && m.dense_layers > 0;
    const LayerRepeat dense = mixed || !m.hasExperts() ? repeatOf(setup, false) : LayerRepeat{};
    const LayerRepeat expert = m.hasExperts() ? repeatOf(setup, true) : LayerRepeat{};
    of.dense = dense.shares;
    of.expert = expert.shares;
    of.mean = m.hasExperts() ? of.expert : of.dense;
    if (!mixed)
        return of;
    const double with_experts = m.layers - m.dense_layers;
    const double dense_gemms = m.dense_layers * dense.gemms, expert_gemms = with_experts * expert.gemms;
    const double gemms = dense_gemms + expert_gemms;
    of.mean.traffic = (dense_gemms * of.dense.traffic + expert_gemms * of.expert.traffic) / gemms;
    of.mean.gemms = (dense_gemms * of.dense.gemms + expert_gemms * of.expert.gemms) / gemms;
    of.mean.attention = m.dense_layers / m.layers * of.dense.attention + with_experts / m.layers * of.expert.attention;
    return of;
}

} // namespace kneepoint
