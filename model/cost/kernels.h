// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/constants.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// What a matrix product gains on the rate of large ones while its sides grow: it behaves as if every side were longer
/// by a constant. The two lengths are what measured kernel sweeps of A100, H100 and B200 give.
struct ProductSides {
    double depth = gemm_depth; ///< added to the side that is summed over
    double edge = gemm_edge;   ///< added to the other two
};

/// What the kernels of one GPU under one software stack sustain.
struct KernelRates {
    double gemm = 0;        ///< FLOP/s of large matrix products in the compute precision
    double gemm_16bit = 0;  ///< the same in 16 bits: output layer, unfused attention
    double gemm_scalar = 0; ///< without the matrix units: products whose rows are not aligned to 16 bytes
    double attention = 0;   ///< FLOP/s of fused attention
    double memory_Bps = 0;  ///< bytes/s of passes over tensors
    ProductSides sides;     ///< what small products lose
    double quantize = 0;    ///< extra passes over inputs of matrix products in 8 or 4 bits
};
[[nodiscard]] KernelRates kernelRates(const Scenario& s, Precision used);

/// Time of an m×k by k×n product: 2mnk/rate · (1 + depth/k)(1 + edge/m)(1 + edge/n).
[[nodiscard]] inline double gemmSeconds(double rate, const ProductSides& sides, double m, double n, double k)
{
    return 2 * (m + sides.edge) * (n + sides.edge) * (k + sides.depth) / rate;
}

/// Forward pass, and the backward pass's two products: gradients of the input and of the weights.
struct ProductTime {
    double forward = 0;
    double backward = 0;
    ProductTime& operator+=(const ProductTime& other)
    {
        forward += other.forward;
        backward += other.backward;
        return *this;
    }
};
[[nodiscard]] inline ProductTime linearSeconds(
    double rate, const ProductSides& sides, double tokens, double out, double in)
{
    return {gemmSeconds(rate, sides, tokens, out, in),
        gemmSeconds(rate, sides, tokens, in, out) + gemmSeconds(rate, sides, in, out, tokens)};
}

/// The time of two activities of which each waits for the other now and then: (a⁵ + b⁵)^(1/5), a smooth maximum.
[[nodiscard]] double smoothMax(double a, double b);

} // namespace kneepoint
