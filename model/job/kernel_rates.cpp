// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/kernel_rates.h"

#include "model/constants/formats.h"
#include "model/scenario/scenario.h"

#include <algorithm>

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
double attentionShare(const Cluster& c, const Stack& software, Precision used)
{
    if (used == Precision::fp32)
        return vector_gemm_share;
    return software.native_attention ? c.attention_efficiency : std::min(c.attention_efficiency, c.portable_attention);
}

/// Relative rate of 8- and 4-bit GEMMs with finer scaling.
double scaledRate(const Stack& software, NarrowScaling scaling)
{
    if (scalesTensors(scaling))
        return 1;
    return scaling == NarrowScaling::row ? software.row_scaled_rate : software.block_scaled_rate;
}

/// Passes over a tensor to quantize it. What the software does with tensors is contained in its other figures.
double quantizePasses(const Stack& software, NarrowScaling scaling)
{
    const double contained = software.current_scaling ? largest_passes : 0;
    if (scaling == NarrowScaling::delayed)
        return quantize_passes - contained;
    return quantize_passes + (scaling == NarrowScaling::current ? largest_passes - contained : 0);
}

} // namespace

KernelRates kernelRates(const Cluster& c, const Stack& software, NarrowScaling scaling, Precision used)
{
    const bool narrow = isNarrow(used);
    const double wide_peak = narrow ? peak16(c) : peakOf(c, used);
    KernelRates r;
    const double clock = used == Precision::fp32 ? 1 : c.sustained_clock; // vector units draw too little to lower it
    r.gemm = std::min(peakOf(c, used),
        clock * peakOf(c, used) * gemmShare(c, used) * software.generation
            * (narrow ? scaledRate(software, scaling) : 1));
    r.gemm_expert = std::min(peakOf(c, used), r.gemm * software.expert_generation);
    const double wide_share = used == Precision::fp32 ? vector_gemm_share : c.gemm_efficiency;
    r.gemm_16bit = std::min(wide_peak, clock * wide_peak * wide_share * software.generation);
    r.gemm_scalar = peakOf(c, Precision::fp32) > 0 ? peakOf(c, Precision::fp32) * vector_gemm_share : r.gemm_16bit;
    r.attention =
        std::min(wide_peak, clock * wide_peak * software.attention_generation * attentionShare(c, software, used));
    r.memory_Bps = c.memory_bandwidth * c.memory_efficiency;
    r.padding.depth *= c.small_product_loss;
    r.padding.edge *= c.small_product_loss;
    r.quantize = narrow ? quantizePasses(software, scaling) : 0;
    return r;
}

} // namespace kneepoint
