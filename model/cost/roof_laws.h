// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/physics.h"

#include <algorithm>

/// Roofline formulas: times and limits of one operation on one chip.
namespace kneepoint {

/// FLOP per byte above which an operation is compute-bound: peak divided by bandwidth
/// (Williams, Waterman, Patterson 2009).
[[nodiscard]] inline double ridgeIntensity(double peak_flops, double bandwidth_Bps)
{
    return peak_flops / bandwidth_Bps;
}

/// Roofline time of a GEMM of m×k and k×n elements of `width` bytes: the slower of 2·m·k·n operations and of reading
/// both inputs and writing the output once.
[[nodiscard]] inline double roofProductSeconds(
    double m, double k, double n, double width, double peak_flops, double bandwidth_Bps)
{
    return std::max(2 * m * k * n / peak_flops, width * (m * k + k * n + m * n) / bandwidth_Bps);
}

/// The lowest of three roofs: peak, memory bandwidth × arithmetic intensity, network bandwidth × communication
/// intensity (distributed roofline, section 1).
[[nodiscard]] inline double attainableRate(
    double peak_flops, double memory_Bps, double intensity, double network_Bps, double communication_intensity)
{
    return std::min({peak_flops, memory_Bps * intensity, network_Bps * communication_intensity});
}

/// FLOP per byte of gradients sent and received, 6·N·tokens/(2·N·width) (distributed roofline, section 1).
[[nodiscard]] inline double gradientIntensity(double tokens, double width)
{
    return flops_per_parameter / 2 * tokens / width;
}

/// Batch size above which a GEMM is no longer limited by reading the weights: 2·b·k·n operations and width·k·n bytes
/// (jax-ml/scaling-book, roofline).
[[nodiscard]] inline double criticalRows(double peak_flops, double bandwidth_Bps, double width)
{
    return width / 2 * ridgeIntensity(peak_flops, bandwidth_Bps);
}

/// Length of the contracted dimension, sharded over the chips, above which the all-reduce of the partial sums is no
/// longer the limit: 2·b·k·n/chips operations and 2·(chips − 1)/chips·width·b·n bytes (jax-ml/scaling-book, network
/// roofline).
[[nodiscard]] inline double criticalSplitDepth(double peak_flops, double network_Bps, double width, double chips)
{
    return (chips - 1) * width * ridgeIntensity(peak_flops, network_Bps);
}

} // namespace kneepoint
