// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"

#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {

bool atKernelDepth(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer
        && s.workload.measured_example_s <= 0;
}

Precision nativePrecision(const Cluster& cluster, Precision asked)
{
    auto index = static_cast<std::size_t>(asked);
    while (index > 0 && cluster.peak[index] <= 0)
        --index;
    return static_cast<Precision>(index);
}

double bytesPerElement(Precision precision)
{
    return precision == Precision::fp32 || precision == Precision::tf32 ? fp32_bytes : weight_bytes;
}

double bytesPerGradient(GradientPrecision precision)
{
    switch (precision) {
    case GradientPrecision::fp32:
        return fp32_bytes;
    case GradientPrecision::bf16:
        return 2;
    case GradientPrecision::fp8:
        return 1;
    }
    return fp32_bytes;
}

namespace {

/// Parameters used in GEMMs per token: the active ones except an untied embedding, which is looked
/// up, and no larger than the output layer: at most half.
double productParameters(const Workload& w)
{
    const double looked_up = w.tied_embeddings ? 0 : w.vocabulary * w.hidden;
    return std::max(w.active_parameters - looked_up, w.active_parameters / 2);
}

} // namespace

double tokensPerExample(const Workload& w)
{
    return w.kind == ModelKind::generic ? 1 : w.sequence_length;
}

double flopsPerExample(const Workload& w)
{
    return w.kind == ModelKind::generic ? w.flops_per_example
                                        : flops_per_parameter * w.active_parameters * w.sequence_length;
}

double attendedShare(const Workload& w)
{
    if (w.attention_window <= 0 || w.attention_window >= w.sequence_length)
        return 1;
    const double window = w.attention_window / w.sequence_length;
    return (1 + window * (2 - window)) / 2;
}

double tensorCollectives(const Workload& w)
{
    return w.parallel_block ? parallel_block_collectives : tensor_collectives;
}

double attentionFlops(const Workload& w)
{
    const double value = w.head_width > 0 ? w.head_width : w.hidden / w.heads;
    const double query = value + (w.key_latent > 0 ? rope_width : 0);
    const double whole = w.sequence_length;
    const double seen = attendedShare(w) * (w.causal ? whole / 2 : whole);
    return w.layers * 2 * whole * seen * w.heads * (query + value);
}

double flopsPerExample(const Scenario& s)
{
    const Workload& w = s.workload;
    if (!atKernelDepth(s))
        return flopsPerExample(w);
    return flops_per_parameter * productParameters(w) * w.sequence_length + gemm_passes * attentionFlops(w);
}

bool forgetsNarrowProducts(const Scenario& s)
{
    const Precision used = nativePrecision(s.cluster, s.workload.precision);
    return s.stack.repeats_low_precision && (used == Precision::fp8 || used == Precision::fp4);
}

bool stopsRecomputingEarly(const Scenario& s)
{
    const bool whole = s.plan.recompute == Recompute::full || forgetsNarrowProducts(s);
    return s.stack.stops_recomputing && whole;
}

double selectiveShare(const Scenario& s)
{
    return forgetsNarrowProducts(s) ? 1 : s.stack.selective_recompute;
}

double recomputeFactor(const Scenario& s)
{
    const Workload& w = s.workload;
    if (w.kind == ModelKind::generic || s.plan.recompute == Recompute::none)
        return 1;
    if (atKernelDepth(s)) {
        const double output = w.vocabulary * w.hidden;
        const double experts = w.experts > 1 ? std::min(w.top_k, w.experts) + w.shared_experts : 1;
        const double last = stopsRecomputingEarly(s) ? w.layers * w.hidden * w.ffn * experts : 0;
        const double products = 2 * std::max(0.0, productParameters(w) - output - last) * w.sequence_length;
        const double attention = attentionFlops(w);
        const double share = s.plan.recompute == Recompute::full ? 1 : selectiveShare(s);
        const bool scores = s.plan.recompute == Recompute::full || !s.stack.fused_attention;
        return 1 + (share * products + (scores ? attention : 0)) / flopsPerExample(s);
    }
    if (s.plan.recompute == Recompute::full)
        return full_recompute_factor;
    return 1 + score_flops * w.sequence_length * w.hidden * w.layers / (flops_per_parameter * w.active_parameters);
}

double hbmBytes(const Scenario& s, double examples)
{
    const Workload& w = s.workload;
    const double weights = weight_passes * parametersPerGpu(s) * bytesPerElement(w.precision);
    if (w.kind == ModelKind::generic)
        return weights + examples * w.bytes_per_example;
    const double kept = kept_bytes * examples * w.sequence_length * w.hidden * w.layers;
    return weights + 2 * kept / gpusPerReplica(s);
}

double gradientRanks(const Scenario& s)
{
    return workers(s) * s.plan.context_parallel;
}

double shardRanks(const Scenario& s)
{
    const double ranks = gradientRanks(s);
    return s.plan.shard_group > 0 ? std::min(s.plan.shard_group, ranks) : ranks;
}

double expertRanks(const Scenario& s)
{
    return std::min(s.plan.expert_parallel, gradientRanks(s));
}

double expertParameters(const Workload& w)
{
    const double idle_share = 1 - std::min(1.0, w.top_k / w.experts);
    if (idle_share <= 0 || w.layers <= w.dense_layers)
        return 0;
    const double copies = w.tied_embeddings ? 1 : 2;
    const double tables = std::min(copies * w.vocabulary * w.hidden, w.parameters);
    return std::clamp((w.parameters - w.active_parameters) / idle_share, 0.0, w.parameters - tables);
}

double parametersOfStages(const Scenario& s)
{
    const double experts = expertParameters(s.workload);
    return s.workload.parameters - experts + experts / expertRanks(s);
}

double parametersPerGpu(const Scenario& s)
{
    return parametersOfStages(s) / (s.plan.tensor_parallel * s.plan.pipeline_parallel);
}

double bucketBytes(const Scenario& s)
{
    const double elements = std::max(s.stack.bucket_elements, s.stack.replica_elements * gradientRanks(s));
    return std::max(s.plan.bucket_bytes, elements * bytesPerGradient(s.plan.gradient_precision));
}

double bytesPerLayerWeight(const Scenario& s)
{
    const Workload& w = s.workload;
    const bool narrow = s.stack.narrow_gather && w.precision == Precision::fp8
        && w.narrow_scaling == NarrowScaling::tensor && nativePrecision(s.cluster, w.precision) == Precision::fp8;
    return narrow ? narrow_weight_bytes : weight_bytes;
}

double gatheredWeightBytes(const Scenario& s)
{
    const Workload& w = s.workload;
    const double tables = (w.tied_embeddings ? 1 : 2) * w.vocabulary * w.hidden;
    const double of_tables = std::min(1.0, tables / parametersOfStages(s));
    return parametersPerGpu(s) * std::lerp(bytesPerLayerWeight(s), weight_bytes, of_tables);
}

double gradientBytes(const Scenario& s)
{
    return parametersPerGpu(s) * bytesPerGradient(s.plan.gradient_precision) / s.plan.gradient_compression;
}

} // namespace kneepoint
