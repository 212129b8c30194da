// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"

#include "model/catalogue/architecture.h"
#include "model/job/adapters.h"

#include <algorithm>

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
/// weights are not computed.
double gemmFlops(const ModelShape& m, double parameters)
{
    if (!m.adapters.used)
        return flops_per_parameter * parameters;
    constexpr double frozen = flops_per_parameter - flops_per_parameter / gemm_passes;
    return frozen * parameters + flops_per_parameter * activeAdapters(m);
}

} // namespace

double flopsPerExample(const ModelShape& m)
{
    if (m.transformer && m.adapters.used)
        return gemmFlops(m, m.active_parameters) * m.sequence_length;
    return m.transformer ? flops_per_parameter * m.active_parameters * m.sequence_length : m.flops_per_example;
}

double tensorCollectives(const ModelShape& m)
{
    return m.parts * (m.parallel_block ? parallel_block_collectives : tensor_collectives);
}

double attentionFlops(const ModelShape& m)
{
    const double query = m.head_width + (m.hasLatents() ? rope_width : 0);
    const double whole = m.sequence_length;
    const double seen = m.attended * (m.causal ? whole / 2 : whole);
    const double layers = m.layers + m.prediction_depths;
    const double scores = layers * 2 * whole * seen * m.heads * (query + m.head_width);
    return m.hasOtherMixers() ? scores + layers * m.state_share * (whole * m.state.flops) : scores;
}

double flopsPerExample(const Setup& setup)
{
    const ModelShape& m = setup.model;
    if (!setup.kernels)
        return flopsPerExample(m);
    return gemmFlops(m, gemmParameters(m)) * m.sequence_length + gemm_passes * attentionFlops(m);
}

double recomputeFactor(const Setup& setup, Recompute recompute)
{
    const ModelShape& m = setup.model;
    if (!m.transformer || recompute == Recompute::none)
        return 1;
    const bool full = recompute == Recompute::full;
    if (setup.kernels)
        return recomputeFactor(
            setup, recompute, flopsPerExample(setup), full ? RepeatedShares{} : selectiveShares(setup).mean);
    if (full && m.adapters.used)
        return 1 + 2 * (m.active_parameters + activeAdapters(m)) * m.sequence_length / flopsPerExample(m);
    if (full)
        return full_recompute_factor;
    return 1 + score_flops * m.sequence_length * m.hidden * m.layers / gemmFlops(m, m.active_parameters);
}

double recomputeFactor(
    const Setup& setup, Recompute recompute, double flops_per_example, const RepeatedShares& selective)
{
    if (recompute == Recompute::none)
        return 1;
    const ModelShape& m = setup.model;
    const double output = m.vocabulary * m.hidden;
    const double experts = m.hasExperts() ? m.chosen + m.shared_experts : 1;
    const double last = stopsRecomputingEarly(setup, recompute)
        ? m.parts * m.layers * m.outOfFeedForward(m.hasExperts(), m.ffn * experts)
        : 0;
    const double repeated = std::max(0.0, gemmParameters(m) - output - last) + activeAdapters(m);
    const double gemms = 2 * repeated * m.sequence_length;
    const RepeatedShares share = recompute == Recompute::full ? RepeatedShares{1, 1, 1} : selective;
    const double scores = setup.software.fused_attention ? share.attention : 1;
    return 1 + (share.gemms * gemms + scores * attentionFlops(m)) / flops_per_example;
}

double hbmBytes(const Job& job)
{
    const auto& [setup, placement] = job;
    const ModelShape& m = setup.model;
    const double weights = m.adapters.used
        ? (weight_passes - 1) * placement.weight_bytes + placement.trained * setup.element_bytes
        : weight_passes * placement.parameters * setup.element_bytes;
    if (!m.transformer)
        return weights + placement.layer.examples * m.bytes_per_example;
    const double kept = kept_bytes * placement.layer.examples * m.sequence_length * m.hidden * m.layers;
    return weights + 2 * kept / placement.replica_gpus;
}

} // namespace kneepoint
