// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

/// Number formats: which one a GPU computes in, and how many bytes an element has.
namespace kneepoint {

/// The requested precision, or the next wider one that the GPU supports.
[[nodiscard]] Precision nativePrecision(const Cluster& cluster, Precision asked);

/// Whether a format has 8 or 4 bits.
[[nodiscard]] constexpr bool isNarrow(Precision precision)
{
    return precision == Precision::fp8 || precision == Precision::fp4;
}

/// Bytes of a weight and of its gradient in a compute format: 4, or 2 for all 16-bit, 8-bit and 4-bit formats.
[[nodiscard]] double bytesPerElement(Precision precision);
[[nodiscard]] double bytesPerGradient(GradientPrecision precision);

} // namespace kneepoint
