// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/adapter_time.h"

#include "model/job/adapters.h"
#include "model/job/encoder.h"

#include <algorithm>

namespace kneepoint {
namespace {

double expertsHere(const ModelShape& m, const LayerSplit& on)
{
    return std::max(1.0, m.experts / on.experts);
}

} // namespace

AdapterTime adapterTime(const Setup& setup, const LayerSplit& on, bool experts)
{
    const ModelShape& m = setup.model;
    AdapterTime sum;
    if (!m.adapters.used)
        return sum;
    const double passes = setup.software.fused_norms ? fused_adapter_passes : adapter_passes;
    const LayerMatrices matrices(m, experts);
    for (const LayerMatrix& matrix : matrices.all()) {
        if (!isAdapted(m.adapters, matrix.role))
            continue;
        const double here = matrix.expert ? expertsHere(m, on) : matrix.shared ? m.shared_experts : 1;
        const double tokens = matrix.expert ? on.tokens * m.chosen / here
            : matrix.source                 ? sourceTokens(m, on)
                                            : on.tokens;
        const double rank = adapterRank(m.adapters, matrix);
        const double in = matrix.divided == DividedSide::in ? matrix.in / on.tensor : matrix.in;
        const double out = matrix.divided == DividedSide::out ? matrix.out / on.tensor : matrix.out;
        GemmTime one = linearTime(setup.rates.gemm_16bit, setup.rates.padding, tokens, rank, in);
        one += linearTime(setup.rates.gemm_16bit, setup.rates.padding, tokens, out, rank);
        const double times = matrix.copies * here;
        sum.gemms += {times * one.forward_s, times * one.backward_s};
        sum.bytes += times * passes * activation_bytes * tokens * out;
    }
    return sum;
}

double dequantizeSeconds(const Setup& setup, const LayerSplit& on, bool experts)
{
    const ModelShape& m = setup.model;
    if (!m.adapters.quantized)
        return 0;
    double weights = 0;
    const LayerMatrices matrices(m, experts);
    for (const LayerMatrix& matrix : matrices.all()) {
        const double here = matrix.expert ? expertsHere(m, on) : matrix.shared ? m.shared_experts : 1;
        weights += matrix.copies * here * matrix.elements() / (matrix.divided == DividedSide::none ? 1 : on.tensor);
    }
    return weights * (quantized_weight_bytes + weight_bytes) / (dequantize_share * setup.rates.memory_Bps);
}

} // namespace kneepoint
