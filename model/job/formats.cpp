// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/formats.h"

#include "model/constants/physics.h"
#include "model/scenario/scenario.h"

namespace kneepoint {

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

} // namespace kneepoint
