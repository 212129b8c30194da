// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"

#include "model/catalogue/architecture.h"
#include "model/job/adapters.h"
#include "model/job/frozen_layers.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// Parameters used in GEMMs per token: the active ones except an untied embedding, which is looked
/// up, and no larger than the output layer: at most half.
double gemmParameters(const ModelShape& m)
{
    const double looked_up = (m.embedding_copies - 1) * m.vocabulary * m.hidden;
    return std::max(m.active_parameters - looked_up, m.active_parameters / 2);
}

/// FLOPs per token of GEMMs, forward and backward, of which each token uses so many parameters. The gradients of frozen
/// weights are not computed, nor those of the inputs of frozen layers; a reference model computes none.
double gemmFlops(const ModelShape& m, double parameters)
{
    constexpr double forward = flops_per_parameter / gemm_passes;
    const double reference = m.hasReference() ? forward * parameters : 0;
    if (m.frozen.used) { // what a tied embedding computes as the output layer has the gradients of its inputs
        const double output = m.hasFrozenOutput() ? m.vocabulary * m.hidden : 0;
        const double saved = (flops_per_parameter - forward) * activeFrozen(m) + forward * output;
        return std::max(forward * parameters, flops_per_parameter * parameters - saved) + reference;
    }
    if (!m.adapters.used)
        return flops_per_parameter * parameters + reference;
    return (flops_per_parameter - forward) * parameters + flops_per_parameter * activeAdapters(m) + reference;
}

/// FLOPs of the scores of a layer's attention to a source, and of so many layers of its encoder, forward.
double crossFlops(const ModelShape& m)
{
    return score_flops * m.sequence_length * m.source_length * m.heads * m.head_width;
}
double encoderFlops(const ModelShape& m, double layers)
{
    return layers * score_flops * m.source_length * m.source_length * m.heads * m.head_width;
}

/// FLOPs of attention scores and states, as attentionFlops(), of some of the tokens and scores.
double attentionFlops(const ModelShape& m, double counted, double attended)
{
    const double query = m.head_width + (m.hasLatents() ? rope_width : 0);
    const double whole = m.sequence_length;
    const double seen = attended * (m.causal ? whole / 2 : whole);
    const double layers = m.layers - m.encoder_layers + m.prediction_depths;
    double scores = layers * 2 * whole * seen * m.heads * (query + m.head_width);
    if (m.hasSource())
        scores += layers * crossFlops(m) * counted + encoderFlops(m, m.encoder_layers);
    return m.hasOtherMixers() ? scores + layers * m.state_share * (counted * whole * m.state.flops) : scores;
}

/// Fraction of these FLOPs, `attention`, that frozen layers have.
double frozenAttention(const ModelShape& m, double attention)
{
    if (m.encoder_layers <= 0)
        return m.frozen.layers / (m.layers + m.prediction_depths);
    const double others = m.layers - m.encoder_layers + m.prediction_depths;
    const double of_encoder = encoderFlops(m, m.encoder_layers) / attention;
    return std::lerp((m.frozen.layers - m.frozen.encoder) / others, m.frozen.encoder / m.encoder_layers, of_encoder);
}

/// FLOPs of an example at kernel depth, of some of its tokens and scores.
double kernelFlops(const ModelShape& m, double counted, double attended)
{
    const double attention = attentionFlops(m, counted, attended);
    const double passes = gemm_passes - (gemm_passes - 1) * frozenAttention(m, attention) + (m.hasReference() ? 1 : 0);
    return gemmFlops(m, gemmParameters(m)) * m.sequence_length * counted + passes * attention;
}

/// What recomputation repeats at kernel depth.
double repeatedFlops(const Setup& setup, Recompute recompute, const RepeatedShares& selective)
{
    const ModelShape& m = setup.model;
    const double output = m.vocabulary * m.hidden;
    const double experts = m.hasExperts() ? m.chosen + m.shared_experts : 1;
    const double last = stopsRecomputingEarly(setup, recompute)
        ? std::min(1.0, m.parts) * m.inTokens(m.layers - m.frozen.layers, m.encoder_layers - m.frozen.encoder)
            * m.outOfFeedForward(m.hasExperts(), m.ffn * experts)
        : 0;
    const double repeated = std::max(0.0, gemmParameters(m) - activeFrozen(m) - output - last) + activeAdapters(m);
    const double gemms = 2 * repeated * m.sequence_length;
    const RepeatedShares share = recompute == Recompute::full ? RepeatedShares{1, 1, 1} : selective;
    const double scores = setup.software.fused_attention ? share.attention : 1;
    const double attention = attentionFlops(m);
    return share.gemms * gemms + scores * (1 - frozenAttention(m, attention)) * attention;
}

} // namespace

double flopsPerExample(const ModelShape& m)
{
    return m.transformer ? gemmFlops(m, m.active_parameters) * m.sequence_length * m.counted : m.flops_per_example;
}

double tensorCollectives(const ModelShape& m)
{
    return m.parts * (m.parallel_block ? parallel_block_collectives : tensor_collectives);
}

double attentionFlops(const ModelShape& m)
{
    return attentionFlops(m, 1, m.attended);
}

double flopsPerExample(const Setup& setup)
{
    const ModelShape& m = setup.model;
    return setup.kernels ? kernelFlops(m, m.counted, m.counted_attended) : flopsPerExample(m);
}

double recomputeFactor(const Setup& setup, Recompute recompute)
{
    const ModelShape& m = setup.model;
    if (!m.transformer)
        return 1;
    if (setup.kernels)
        return recomputeFactor(setup, recompute, flopsPerExample(setup),
            recompute == Recompute::selective ? selectiveShares(setup).mean : RepeatedShares{});
    const double padded = 1 / m.counted;
    if (recompute == Recompute::none)
        return padded;
    const double per_token = gemmFlops(m, m.active_parameters);
    if (recompute == Recompute::selective)
        return padded * (1 + score_flops * m.sequence_length * m.hidden * (m.layers - m.frozen.layers) / per_token);
    const bool plain = !m.adapters.used && !m.frozen.used && !m.hasReference();
    return padded
        * (plain ? full_recompute_factor
                 : 1 + 2 * (m.active_parameters - activeFrozen(m) + activeAdapters(m)) / per_token);
}

double recomputeFactor(
    const Setup& setup, Recompute recompute, double flops_per_example, const RepeatedShares& selective)
{
    const ModelShape& m = setup.model;
    const double computed = m.counted < 1 ? kernelFlops(m, 1, m.attended) : flops_per_example;
    const double padded = computed / flops_per_example;
    return recompute == Recompute::none ? padded : padded * (1 + repeatedFlops(setup, recompute, selective) / computed);
}

double hbmBytes(const Job& job)
{
    const auto& [setup, placement] = job;
    const ModelShape& m = setup.model;
    const double weights = m.adapters.used
        ? (weight_passes - 1) * placement.weight_bytes + placement.trained * setup.element_bytes
        : weight_passes * placement.parameters * setup.element_bytes
            - (weight_passes - 1) * placement.frozen * setup.element_bytes;
    const double reference = m.copiesReference() ? placement.parameters * setup.element_bytes
        : m.hasReference()                       ? placement.weight_bytes
                                                 : 0;
    if (!m.transformer)
        return weights + placement.layer.examples * m.bytes_per_example;
    const double layers = m.inTokens(m.layers, m.encoder_layers);
    const double kept = kept_bytes * placement.layer.examples * m.sequence_length * m.hidden * layers;
    return weights + reference + 2 * kept / placement.replica_gpus;
}

} // namespace kneepoint
