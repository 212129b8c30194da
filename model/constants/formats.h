// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/physics.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

/// Number formats: which one a GPU computes in, and how many bytes an element has.
namespace kneepoint {

/// The unit that computes a format: of 8 bits for MXFP8, of 4 for MXFP4 and NVFP4, else its own.
[[nodiscard]] constexpr Precision unitOf(Precision format)
{
    switch (format) {
    case Precision::mxfp8:
        return Precision::fp8;
    case Precision::mxfp4:
    case Precision::nvfp4:
        return Precision::fp4;
    default:
        return format;
    }
}

/// Whether a GPU's units scale blocks of this format by themselves: units that do came together with those of 4 bits
/// (Blackwell, CDNA 4), NVFP4's on GPUs of NVIDIA alone. A GPU without a preset is taken to have what its peaks say.
/// Source: OCP Microscaling Formats (MX) Specification v1.0; arXiv:2509.25149 (NVFP4)
[[nodiscard]] bool hasFormat(const Cluster& cluster, Precision format);

/// The unit of the requested precision, or the next wider one that the GPU supports; 8 and 4 bits only where they
/// compute faster than any wider format: a TPU v5p has FP8, but multiplies it as fast as BF16.
[[nodiscard]] Precision nativePrecision(const Cluster& cluster, Precision asked);
/// The format that is computed in: the requested one if the GPU has it, else that of nativePrecision().
[[nodiscard]] Precision usedFormat(const Cluster& cluster, Precision asked);
/// The same where nativePrecision() is known.
[[nodiscard]] Precision usedFormat(const Cluster& cluster, Precision asked, Precision native);
/// What shares a scale: in MXFP8 and MXFP4 a block, else what is asked for. The measured rate of FP4 contains the
/// blocks of NVFP4, in which all published runs compute.
[[nodiscard]] NarrowScaling scalingOf(Precision asked, NarrowScaling otherwise);

/// Bytes per weight of the copies that a layer computes with in a named format or by a named recipe of FP8, in addition
/// to the 16-bit weights: one by rows and one by columns, each with a scale of 8 bits per 32 (MX) or 16 (NVFP4)
/// elements. Units that scale blocks read a tensor of FP8 with one scale both ways. The recipe of NVFP4 keeps about 16
/// % of the linear layers in 16 bits. 0 for other formats, whose copies are not modeled apart. Source: OCP Microscaling
/// Formats (MX) Specification v1.0; arXiv:2509.25149; Transformer Engine, Performance Considerations: Handling
/// transposes
[[nodiscard]] constexpr double formatCopyBytes(Precision used, NarrowScaling scaling, bool scaling_units)
{
    constexpr double copies = 2;
    switch (used) {
    case Precision::fp8:
        if (scaling != NarrowScaling::delayed && scaling != NarrowScaling::current)
            return 0;
        return (scaling_units ? 1 : copies) * narrow_weight_bytes;
    case Precision::mxfp8:
        return copies * (narrow_weight_bytes + 1 / mx_block);
    case Precision::mxfp4:
        return copies * (quarter_width_bytes + 1 / mx_block);
    case Precision::nvfp4:
        return nvfp4_share * copies * (quarter_width_bytes + 1 / nvfp4_block);
    default:
        return 0;
    }
}

/// Whether a format has 8 or 4 bits, also one with a name.
[[nodiscard]] constexpr bool isNarrow(Precision precision)
{
    return unitOf(precision) == Precision::fp8 || unitOf(precision) == Precision::fp4;
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
