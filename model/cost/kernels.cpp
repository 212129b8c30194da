// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/kernels.h"

#include "model/cost/constants.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

double peakOf(const Cluster& c, Precision p)
{
    return c.peak[static_cast<std::size_t>(p)];
}

double gemmShare(const Cluster& c, Precision p)
{
    switch (p) {
    case Precision::fp32:
        return vector_gemm_share;
    case Precision::fp8:
        return c.gemm_efficiency_fp8;
    case Precision::fp4:
        return c.gemm_efficiency_fp4;
    default:
        return c.gemm_efficiency;
    }
}

/// The 16-bit peak, or its substitute.
double peak16(const Cluster& c)
{
    for (const Precision p : {Precision::bf16, Precision::fp16, Precision::tf32})
        if (peakOf(c, p) > 0)
            return peakOf(c, p);
    return peakOf(c, Precision::fp32);
}

/// Efficiency of fused attention relative to the peak of its GEMMs. In FP32 it is limited by the vector units like
/// GEMMs, regardless of the generation of matrix units the kernel is written for.
double attentionShare(const Scenario& s, Precision used)
{
    if (used == Precision::fp32)
        return vector_gemm_share;
    const Cluster& c = s.cluster;
    return s.stack.native_attention ? c.attention_efficiency : std::min(c.attention_efficiency, c.portable_attention);
}

/// Relative rate of 8- and 4-bit GEMMs with finer scaling.
double scaledRate(const Scenario& s)
{
    switch (s.workload.narrow_scaling) {
    case NarrowScaling::tensor:
        return 1;
    case NarrowScaling::row:
        return s.stack.row_scaled_rate;
    case NarrowScaling::block:
        return s.stack.block_scaled_rate;
    }
    return 1;
}

} // namespace

KernelRates kernelRates(const Scenario& s, Precision used)
{
    const Cluster& c = s.cluster;
    const bool narrow = used == Precision::fp8 || used == Precision::fp4;
    const double wide_peak = narrow ? peak16(c) : peakOf(c, used);
    KernelRates r;
    const double clock = used == Precision::fp32 ? 1 : c.sustained_clock; // vector units draw too little to lower it
    r.gemm = clock * peakOf(c, used) * gemmShare(c, used) * s.stack.generation * (narrow ? scaledRate(s) : 1);
    const double wide_share = used == Precision::fp32 ? vector_gemm_share : c.gemm_efficiency;
    r.gemm_16bit = clock * wide_peak * wide_share * s.stack.generation;
    r.gemm_scalar = peakOf(c, Precision::fp32) > 0 ? peakOf(c, Precision::fp32) * vector_gemm_share : r.gemm_16bit;
    r.attention = clock * wide_peak * s.stack.attention_generation * attentionShare(s, used);
    r.memory_Bps = c.memory_bandwidth * c.memory_efficiency;
    r.sides.depth *= c.small_product_loss;
    r.sides.edge *= c.small_product_loss;
    r.quantize = narrow ? quantize_passes : 0;
    return r;
}

double smoothMax(double a, double b)
{
    const double high = a > b ? a : b;
    if (high <= 0)
        return 0;
    const double ratio = (a > b ? b : a) / high;
    static_assert(launch_blend == 5);
    const double square = ratio * ratio;
    return high * std::pow(1 + square * square * ratio, 1 / launch_blend);
}

} // namespace kneepoint
