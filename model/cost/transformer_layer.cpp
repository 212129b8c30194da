// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/transformer_layer.h"

#include "model/cost/operations.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// The work of a layer, forward and backward, before recomputation.
struct Work {
    ProductTime products;
    double last_product = 0; ///< forward, of the feed-forward layer
    double attention_forward = 0, attention_backward = 0;
    double score_traffic = 0; ///< forward, only where attention is not fused
    double norm_traffic = 0;  ///< forward, only where norms are not fused
    double traffic = 0;       ///< forward
};

ProductTime projections(const Scenario& s, const KernelRates& rates, double tokens)
{
    const Workload& w = s.workload;
    const double t = s.plan.tensor_parallel;
    const double width = headWidth(w);
    const double heads = w.heads * width;
    ProductTime time = linearSeconds(rates.gemm, rates.sides, tokens, w.hidden, heads / t);
    if (w.key_latent <= 0)
        return time += linearSeconds(rates.gemm, rates.sides, tokens, (heads + 2 * w.kv_heads * width) / t, w.hidden);
    const double query_in = w.query_latent > 0 ? w.query_latent : w.hidden;
    if (w.query_latent > 0)
        time += linearSeconds(rates.gemm, rates.sides, tokens, w.query_latent, w.hidden);
    time += linearSeconds(rates.gemm, rates.sides, tokens, w.heads * (width + rope_width) / t, query_in);
    time += linearSeconds(rates.gemm, rates.sides, tokens, w.key_latent + rope_width, w.hidden);
    time += linearSeconds(rates.gemm, rates.sides, tokens, 2 * heads / t, w.key_latent);
    return time;
}

/// Matrix units need 16-bit rows that are multiples of 16 bytes; unfused kernels do not pad them.
bool isAligned(double elements)
{
    return std::fmod(elements, aligned_elements) == 0;
}

/// Scores and their product with the values: 4·T·S·a·d/t FLOPs. Fused kernels skip masked scores: half of them if
/// attention is causal, and those outside the window; other kernels compute all.
void addAttention(Work& work, const Scenario& s, const KernelRates& rates, double tokens)
{
    const Workload& w = s.workload;
    const double t = s.plan.tensor_parallel;
    const double width = headWidth(w) + (w.key_latent > 0 ? rope_width / 2 : 0);
    const double flops = score_flops * tokens * w.sequence_length * w.heads * width / t;
    if (s.stack.fused_attention) {
        const double seconds = flops * attendedShare(w) * (w.causal ? 0.5 : 1) / rates.attention
            * (1 + short_sequence / w.sequence_length);
        work.attention_forward = seconds;
        work.attention_backward = fused_backward * seconds;
        return;
    }
    const double seconds = flops / (batched_share * (isAligned(width) ? rates.gemm_16bit : rates.gemm_scalar));
    work.attention_forward = seconds;
    work.attention_backward = 2 * seconds;
    work.score_traffic = s.stack.score_bytes * tokens * w.sequence_length * w.heads / t;
}

void addFeedForward(Work& work, const Workload& w, double rate, const ProductSides& sides, double tokens, double width)
{
    work.products += linearSeconds(rate, sides, tokens, (w.gated ? 2 : 1) * width, w.hidden);
    const ProductTime last = linearSeconds(rate, sides, tokens, w.hidden, width);
    work.products += last;
    work.last_product += last.forward;
}

void addTraffic(Work& work, const Scenario& s, const KernelRates& rates, double tokens, double ffn_elements)
{
    const Workload& w = s.workload;
    const double t = s.plan.tensor_parallel;
    const double divided = s.plan.sequence_parallel ? 1 / t : undivided_share + (1 - undivided_share) / t;
    const double token_elements = tokens * w.hidden;
    work.traffic += activation_bytes * s.stack.token_passes * token_elements * divided;
    if (!s.stack.fused_norms)
        work.norm_traffic =
            activation_bytes * s.stack.norm_passes * token_elements / (s.plan.sequence_parallel ? t : 1);
    work.traffic += activation_bytes * s.stack.ffn_passes * ffn_elements * (w.gated ? 2 : 1);
    work.traffic += activation_bytes * rates.quantize * (token_elements + ffn_elements);
}

LayerTime withRecompute(const Work& work, const Scenario& s, const KernelRates& rates)
{
    const double forward = work.products.forward + work.attention_forward;
    const double forward_bytes = work.traffic + work.score_traffic + work.norm_traffic;
    LayerTime time;
    time.forward = {forward, forward_bytes / rates.memory_Bps};
    const double spared = stopsRecomputingEarly(s) ? work.last_product : 0;
    double repeated = 0, repeated_bytes = 0;
    if (s.plan.recompute == Recompute::full) {
        repeated = forward - spared;
        repeated_bytes = forward_bytes;
    } else if (s.plan.recompute == Recompute::selective) {
        const double share = selectiveShare(s);
        repeated = share * (work.products.forward - spared) + (s.stack.fused_attention ? 0 : work.attention_forward);
        repeated_bytes = (share > 0 ? work.traffic + work.norm_traffic : 0) + work.score_traffic;
    }
    const double backward_bytes =
        backward_traffic * work.traffic + 2 * work.score_traffic + unfused_norm_backward * work.norm_traffic;
    time.backward = {work.products.backward + work.attention_backward + repeated,
        (backward_bytes + repeated_bytes) / rates.memory_Bps};
    return time;
}

} // namespace

double tokensOnGpu(const Scenario& s)
{
    return s.workload.batch_per_gpu * s.workload.sequence_length / s.plan.context_parallel;
}

double headWidth(const Workload& w)
{
    return w.head_width > 0 ? w.head_width : w.hidden / w.heads;
}

double expertsOnGpu(const Scenario& s)
{
    return std::max(1.0, s.workload.experts / expertRanks(s));
}

LayerTime denseLayer(const Scenario& s, const KernelRates& rates)
{
    const Workload& w = s.workload;
    const double tokens = tokensOnGpu(s);
    const double width = (w.experts > 1 && w.dense_ffn > 0 ? w.dense_ffn : w.ffn) / s.plan.tensor_parallel;
    Work work;
    work.products = projections(s, rates, tokens);
    addAttention(work, s, rates, tokens);
    addFeedForward(work, w, rates.gemm, rates.sides, tokens, width);
    addTraffic(work, s, rates, tokens, tokens * width);
    return withRecompute(work, s, rates);
}

LayerTime expertLayer(const Scenario& s, const KernelRates& rates)
{
    const Workload& w = s.workload;
    const double t = s.plan.tensor_parallel;
    const double tokens = tokensOnGpu(s);
    const double chosen = std::min(w.top_k, w.experts);
    const double local = expertsOnGpu(s);
    const double width = w.ffn / t;
    Work work;
    work.products = projections(s, rates, tokens);
    addAttention(work, s, rates, tokens);
    if (w.shared_experts > 0)
        addFeedForward(work, w, rates.gemm, rates.sides, tokens, w.shared_experts * width);
    Work expert;
    addFeedForward(expert, w, rates.gemm * s.stack.expert_generation, rates.sides, tokens * chosen / local, width);
    work.products += {local * expert.products.forward, local * expert.products.backward};
    addTraffic(work, s, rates, tokens, tokens * (chosen + w.shared_experts) * width);
    work.traffic += activation_bytes * rates.quantize * tokens * chosen * w.hidden;
    work.traffic += activation_bytes * permute_passes * tokens * chosen * w.hidden / (s.plan.sequence_parallel ? t : 1);
    return withRecompute(work, s, rates);
}

PassTime outputLayer(const Scenario& s, const KernelRates& rates)
{
    const double tokens = tokensOnGpu(s);
    const double logits = s.workload.vocabulary / s.plan.tensor_parallel;
    const ProductTime products = linearSeconds(rates.gemm_16bit, rates.sides, tokens, logits, s.workload.hidden);
    const double of_loss = s.stack.gathers_logits ? s.workload.vocabulary : logits;
    return {products.forward + products.backward, logit_traffic_bytes * tokens * of_loss / rates.memory_Bps};
}

} // namespace kneepoint
