// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/physics.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// Small-GEMM penalty: a GEMM takes as long as one whose dimensions are longer by these constants, in elements. They
/// are what measured kernel sweeps of A100, H100 and B200 give.
struct GemmPadding {
    double depth = gemm_depth; ///< added to the dimension that is summed over
    double edge = gemm_edge;   ///< added to the other two
};

/// What the kernels of one GPU under one software stack sustain. GEMMs and attention are at most as fast as the dense
/// peak: the factor of a library may have been measured on slower GPUs.
struct KernelRates {
    double gemm = 0;        ///< FLOP/s of large GEMMs in the compute precision
    double gemm_expert = 0; ///< the same of experts
    double gemm_16bit = 0;  ///< of large GEMMs in 16 bits: output layer, unfused attention
    double gemm_scalar = 0; ///< without the matrix units: GEMMs whose rows are not aligned to 16 bytes
    double attention = 0;   ///< FLOP/s of fused attention
    double memory_Bps = 0;  ///< bytes/s of elementwise kernels
    GemmPadding padding;
    double quantize = 0; ///< additional elementwise passes over inputs of 8- and 4-bit GEMMs
};
[[nodiscard]] KernelRates kernelRates(
    const Cluster& cluster, const Stack& software, NarrowScaling scaling, Precision used);

} // namespace kneepoint
