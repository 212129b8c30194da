// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/physics.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

/// Number formats: which one a GPU computes in, and how many bytes an element has.
namespace kneepoint {

/// The requested precision, or the next wider one that the GPU supports; 8 and 4 bits only where they compute faster
/// than any wider format: a TPU v5p has FP8, but multiplies it as fast as BF16.
[[nodiscard]] Precision nativePrecision(const Cluster& cluster, Precision asked);

/// Whether a format has 8 or 4 bits.
[[nodiscard]] constexpr bool isNarrow(Precision precision)
{
    return precision == Precision::fp8 || precision == Precision::fp4;
}

/// Bytes of a weight and of its gradient in a compute format: 4, or 2 for all 16-bit, 8-bit and 4-bit formats.
[[nodiscard]] constexpr double bytesPerElement(Precision precision)
{
    return precision == Precision::fp32 || precision == Precision::tf32 ? fp32_bytes : weight_bytes;
}
[[nodiscard]] constexpr double bytesPerGradient(GradientPrecision precision)
{
    return precision == GradientPrecision::fp32 ? fp32_bytes : precision == GradientPrecision::bf16 ? 2 : 1;
}

} // namespace kneepoint
