// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/job/kernel_rates.h"

namespace kneepoint {

/// Time of an m×k by k×n GEMM: 2mnk/rate · (1 + depth/k)(1 + edge/m)(1 + edge/n).
[[nodiscard]] inline double gemmSeconds(double rate, const GemmPadding& padding, double m, double n, double k)
{
    return 2 * (m + padding.edge) * (n + padding.edge) * (k + padding.depth) / rate;
}

/// Seconds of one GEMM in the forward pass, and of the two in the backward pass: gradients of its input and of its
/// weights.
struct GemmTime {
    double forward_s = 0;
    double backward_s = 0;
    GemmTime& operator+=(const GemmTime& other)
    {
        forward_s += other.forward_s;
        backward_s += other.backward_s;
        return *this;
    }
};
[[nodiscard]] inline GemmTime linearTime(double rate, const GemmPadding& padding, double tokens, double out, double in)
{
    return {gemmSeconds(rate, padding, tokens, out, in),
        gemmSeconds(rate, padding, tokens, in, out) + gemmSeconds(rate, padding, in, out, tokens)};
}

/// The same where the weights are frozen: only the gradient of the input is computed.
[[nodiscard]] inline GemmTime frozenLinearTime(
    double rate, const GemmPadding& padding, double tokens, double out, double in)
{
    return {gemmSeconds(rate, padding, tokens, out, in), gemmSeconds(rate, padding, tokens, in, out)};
}

/// Smooth maximum of two times that partly wait for each other, GPU and launches: (a⁴ + b⁴)^(1/4).
[[nodiscard]] double smoothMax(double a, double b);

} // namespace kneepoint
