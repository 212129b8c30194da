// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/transformer_layer.h"

#include "model/catalogue/architecture.h"
#include "model/cost/adapter_time.h"
#include "model/job/encoder.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// The work of a layer before recomputation.
struct Work {
    GemmTime gemms;
    double last_gemm_s = 0; ///< forward, of the feed-forward layer
    double attention_forward_s = 0, attention_backward_s = 0;
    double score_bytes = 0; ///< HBM traffic, forward, only where attention is not fused
    double norm_bytes = 0;  ///< forward, only where norms are not fused
    double bytes = 0;       ///< forward, of all other elementwise kernels
    double weights_s = 0;   ///< of each pass over the weights, only where they have 4 bits
    double adapters_s = 0;  ///< forward, of the GEMMs of adapters
    double adapter_bytes = 0;
};

GemmTime softmaxProjections(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    const auto linear = [&](double out, double in) { return matrixTime(setup, setup.rates.gemm, on.tokens, out, in); };
    const double t = on.tensor;
    const double heads = m.heads * m.head_width;
    GemmTime time = linear(m.hidden, heads / t);
    if (!m.hasLatents())
        return time += linear(((m.gated_attention ? 2 : 1) * heads + 2 * m.kv_heads * m.head_width) / t, m.hidden);
    const double query_in = m.query_latent > 0 ? m.query_latent : m.hidden;
    if (m.query_latent > 0)
        time += linear(m.query_latent, m.hidden);
    if (m.gated_attention)
        time += linear(heads / t, m.hidden);
    time += linear(m.heads * (m.head_width + rope_width) / t, query_in);
    time += linear(m.key_latent + rope_width, m.hidden);
    time += linear(2 * heads / t, m.key_latent);
    return time;
}

/// Of attention to a source: queries and output of the tokens, keys and values of the source.
GemmTime crossProjections(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    const double rate = setup.rates.gemm, heads = m.heads * m.head_width / on.tensor;
    GemmTime time = matrixTime(setup, rate, on.tokens, heads, m.hidden);
    time += matrixTime(setup, rate, on.tokens, m.hidden, heads);
    return time += matrixTime(setup, rate, sourceTokens(m, on), 2 * m.kv_heads * m.head_width / on.tensor, m.hidden);
}

/// Of a layer with a state.
GemmTime stateProjections(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    const double in = (m.state.inputs + m.state.per_head) / on.tensor;
    GemmTime time = matrixTime(setup, setup.rates.gemm, on.tokens, in, m.hidden);
    return time += matrixTime(setup, setup.rates.gemm, on.tokens, m.hidden, m.state.outputs / on.tensor);
}

/// Queries, key and weights of an indexer, of which every rank has all.
GemmTime indexProjections(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    const double query_in = m.query_latent > 0 ? m.query_latent : m.hidden;
    const double rate = setup.rates.gemm;
    GemmTime time = matrixTime(setup, rate, on.tokens, m.index_heads * m.index_head_width, query_in);
    return time += matrixTime(setup, rate, on.tokens, m.index_head_width + m.index_heads, m.hidden);
}

GemmTime scaled(const GemmTime& time, double by)
{
    return {by * time.forward_s, by * time.backward_s};
}

/// Of the mean layer.
GemmTime projections(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    GemmTime time = softmaxProjections(setup, on);
    if (m.hasOtherMixers()) {
        time = scaled(time, m.softmax_share);
        time += scaled(stateProjections(setup, on), m.state_share);
    }
    if (m.sparse_share > 0)
        time += scaled(indexProjections(setup, on), m.sparse_share);
    if (m.hasSource())
        time += crossProjections(setup, on);
    return time;
}

/// Matrix units need 16-bit rows that are multiples of 16 bytes; unfused kernels do not pad them.
bool isAligned(double elements)
{
    return std::fmod(elements, aligned_elements) == 0;
}

/// Scores and their product with the values: 4·T·S·a·d/t FLOPs. Fused kernels skip masked scores: half of them if
/// attention is causal, and those outside the window; other kernels compute all.
void addSoftmaxAttention(Work& work, const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    const KernelRates& rates = setup.rates;
    const double width = m.head_width + (m.hasLatents() ? rope_width / 2 : 0);
    const double flops = score_flops * on.tokens * m.sequence_length * m.heads * width / on.tensor;
    if (setup.software.fused_attention) {
        const double seconds =
            flops * m.attended * (m.causal ? 0.5 : 1) / rates.attention * (1 + short_sequence / m.document_length);
        work.attention_forward_s = seconds;
        work.attention_backward_s = fused_backward * seconds;
        return;
    }
    const double seconds =
        m.meanLayer(flops, 0) / (batched_share * (isAligned(width) ? rates.gemm_16bit : rates.gemm_scalar));
    work.attention_forward_s = seconds;
    work.attention_backward_s = 2 * seconds;
    work.score_bytes = setup.software.score_bytes * on.tokens * m.sequence_length * m.meanLayer(m.heads, 0) / on.tensor;
}

/// All tokens to all of the source.
void addCrossAttention(Work& work, const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    const KernelRates& rates = setup.rates;
    const double flops = score_flops * on.tokens * m.source_length * m.heads * m.head_width / on.tensor;
    if (setup.software.fused_attention) {
        const double seconds = flops / rates.attention * (1 + short_sequence / m.source_length);
        work.attention_forward_s += seconds;
        work.attention_backward_s += fused_backward * seconds;
        return;
    }
    const double seconds = flops / (batched_share * (isAligned(m.head_width) ? rates.gemm_16bit : rates.gemm_scalar));
    work.attention_forward_s += seconds;
    work.attention_backward_s += 2 * seconds;
    work.score_bytes += setup.software.score_bytes * on.tokens * m.source_length * m.heads / on.tensor;
}

void addAttention(Work& work, const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    addSoftmaxAttention(work, setup, on);
    if (m.hasSource())
        addCrossAttention(work, setup, on);
    if (m.state_share <= 0)
        return;
    const double flops = on.tokens * m.state.flops / on.tensor;
    const double seconds = m.state_share * flops / (m.state.rate * setup.rates.attention);
    work.attention_forward_s += seconds;
    work.attention_backward_s += m.state.backward * seconds;
    work.bytes += activation_bytes * m.state_share * on.tokens * m.state.traffic / on.tensor;
}

/// A feed-forward of this width between tensors of `hidden`, in a fraction `share` of the layers.
void addFeedForward(
    Work& work, const Setup& setup, double rate, double tokens, double width, double hidden, double share = 1)
{
    const ModelShape& m = setup.model;
    work.gemms += scaled(matrixTime(setup, rate, tokens, (m.gated ? 2 : 1) * width, hidden), share);
    const GemmTime last = scaled(matrixTime(setup, rate, tokens, hidden, width), share);
    work.gemms += last;
    work.last_gemm_s += last.forward_s;
}

void addTraffic(Work& work, const Setup& setup, const LayerSplit& on, double ffn_elements)
{
    const ModelShape& m = setup.model;
    const Stack& software = setup.software;
    const double t = on.tensor;
    const double divided = on.sequence > 1 ? 1 / t : undivided_share + (1 - undivided_share) / t;
    const double token_elements = on.tokens * m.parts * m.hidden;
    work.bytes += activation_bytes * software.token_passes * token_elements * divided;
    if (setup.hasUnfusedNorms())
        work.norm_bytes = activation_bytes * software.norm_passes * token_elements / on.sequence;
    work.bytes += activation_bytes * software.ffn_passes * ffn_elements * (m.gated ? 2 : 1);
    work.bytes += activation_bytes * setup.rates.quantize * (token_elements + ffn_elements);
}

void addAdapters(Work& work, const Setup& setup, const LayerSplit& on, bool experts)
{
    if (!setup.model.adapters.used)
        return;
    const AdapterTime adapters = adapterTime(setup, on, experts);
    work.gemms += adapters.gemms;
    work.bytes += adapters.bytes;
    work.adapters_s = adapters.gemms.forward_s;
    work.adapter_bytes = adapters.bytes;
    work.weights_s = dequantizeSeconds(setup, on, experts);
}

/// Gradients of weights in a backward pass: what it takes beyond gradients of inputs, which take as long as the forward
/// pass, and no longer than that.
double weightSeconds(const GemmTime& gemms)
{
    return std::clamp(gemms.backward_s - gemms.forward_s, 0.0, gemms.forward_s);
}

/// A copy of the weights is in 16 bits.
PassTime referencePass(const Work& work, const Setup& setup)
{
    const ModelShape& m = setup.model;
    if (!m.hasReference())
        return {};
    const double bytes = work.bytes - work.adapter_bytes + work.score_bytes + work.norm_bytes;
    return {work.gemms.forward_s - work.adapters_s + work.attention_forward_s,
        bytes / setup.rates.memory_Bps + (m.copiesReference() ? 0 : work.weights_s), work.attention_forward_s};
}

LayerTime withRecompute(const Work& work, const Setup& setup, Recompute recompute, const RepeatedShares& share)
{
    const double memory_Bps = setup.rates.memory_Bps;
    const double forward_s = work.gemms.forward_s + work.attention_forward_s;
    const double forward_bytes = work.bytes + work.score_bytes + work.norm_bytes;
    const double spared_s = stopsRecomputingEarly(setup, recompute) ? work.last_gemm_s : 0;
    double repeated_s = 0, repeated_attention_s = 0, repeated_bytes = 0;
    if (recompute == Recompute::full) {
        repeated_attention_s = work.attention_forward_s;
        repeated_s = forward_s - spared_s;
        repeated_bytes = forward_bytes;
    } else if (recompute == Recompute::selective) {
        repeated_attention_s = (setup.software.fused_attention ? share.attention : 1) * work.attention_forward_s;
        repeated_s = share.gemms * (work.gemms.forward_s - spared_s) + repeated_attention_s;
        repeated_bytes = share.traffic * (work.bytes + work.norm_bytes) + work.score_bytes;
    }
    const double backward_bytes =
        backward_traffic * work.bytes + 2 * work.score_bytes + unfused_norm_backward * work.norm_bytes;
    const double weights_s = work.weights_s * (recompute == Recompute::full ? 2 : 1);
    return {{forward_s, forward_bytes / memory_Bps + work.weights_s, work.attention_forward_s},
        {work.gemms.backward_s + work.attention_backward_s + repeated_s,
            (backward_bytes + repeated_bytes) / memory_Bps + weights_s,
            work.attention_backward_s + repeated_attention_s, weightSeconds(work.gemms)},
        referencePass(work, setup)};
}

} // namespace

LayerTime denseLayer(const Setup& setup, const LayerSplit& on, const RepeatedShares& selective)
{
    const double width = setup.model.dense_ffn / on.tensor;
    Work work;
    work.gemms = projections(setup, on);
    addAttention(work, setup, on);
    const double share = setup.model.feed_forward_share;
    if (share > 0)
        addFeedForward(work, setup, setup.rates.gemm, on.tokens, width, setup.model.hidden, share);
    addTraffic(work, setup, on, on.tokens * share * width);
    addAdapters(work, setup, on, false);
    return withRecompute(work, setup, on.recompute, selective);
}

LayerTime expertLayer(const Setup& setup, const LayerSplit& on, const RepeatedShares& selective)
{
    const ModelShape& m = setup.model;
    const KernelRates& rates = setup.rates;
    const double local = std::max(1.0, m.experts / on.experts);
    const double width = m.ffn / on.tensor;
    const double imbalance = on.experts > 1 ? m.expert_imbalance : 1;
    Work work;
    work.gemms = projections(setup, on);
    addAttention(work, setup, on);
    if (m.shared_experts > 0)
        addFeedForward(work, setup, rates.gemm, on.tokens, m.shared_experts * width, m.hidden);
    Work expert;
    addFeedForward(expert, setup, rates.gemm_expert, on.tokens * m.chosen * imbalance / local, width, m.expert_hidden);
    work.gemms += scaled(expert.gemms, local);
    if (m.hasExpertLatents()) {
        work.gemms += matrixTime(setup, rates.gemm, on.tokens, m.expert_hidden, m.hidden);
        work.gemms += matrixTime(setup, rates.gemm, on.tokens, m.hidden, m.expert_hidden);
    }
    addTraffic(work, setup, on, on.tokens * (m.chosen * imbalance + m.shared_experts) * width);
    work.bytes += activation_bytes * rates.quantize * on.tokens * m.chosen * imbalance * m.expert_hidden;
    work.bytes += activation_bytes * permute_passes * on.tokens * m.chosen * imbalance * m.expert_hidden / on.sequence;
    addAdapters(work, setup, on, true);
    return withRecompute(work, setup, on.recompute, selective);
}

PassTime outputLayer(const Setup& setup, const LayerSplit& on)
{
    const ModelShape& m = setup.model;
    const KernelRates& rates = setup.rates;
    const double logits = m.vocabulary / on.tensor;
    const GemmTime gemms = m.hasFrozenOutput()
        ? frozenLinearTime(rates.gemm_16bit, rates.padding, on.tokens, logits, m.hidden)
        : linearTime(rates.gemm_16bit, rates.padding, on.tokens, logits, m.hidden);
    const double of_loss = setup.software.gathers_logits ? m.vocabulary : logits;
    const PassTime trained{gemms.forward_s + gemms.backward_s,
        logit_traffic_bytes * on.tokens * of_loss / rates.memory_Bps, 0, weightSeconds(gemms)};
    if (!m.hasReference())
        return trained;
    return {trained.matrix_s + gemms.forward_s, trained.traffic_s * (2 - backward_share), 0, trained.weight_s};
}

} // namespace kneepoint
