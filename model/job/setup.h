// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/job/fabric.h"
#include "model/job/kernel_rates.h"
#include "model/job/model_shape.h"
#include "model/scenario/scenario.h"

namespace kneepoint {

/// The memory factor of a calibration with the user's own runs.
struct OwnMemory {
    bool used = false;
    double factor = 1;
    double runs = 0; ///< that stated their memory
};

/// What all layouts of a job have in common: the model, the GPU, its links, the software and the assumptions. With a
/// calibration from the user's own runs, hardware and software are the calibrated ones.
struct Setup {
    bool kernels = false;                  ///< computed layer by layer, atKernelDepth()
    Precision precision = Precision::bf16; ///< of the units that the GPU computes in
    Precision format = Precision::bf16;    ///< the same, or a named format that these units scale
    double element_bytes = 2;              ///< of a weight in the requested precision
    double gathered_bytes = 2;             ///< of a weight of a layer as it is gathered, bytesPerLayerWeight()
    double copy_bytes = 0;                 ///< of what a layer computes with beside its weights, formatCopyBytes()
    double peak_flops = 0;                 ///< dense peak of that precision
    double memory_Bps = 0;                 ///< peak HBM bandwidth
    double memory_bytes = 0;               ///< of a GPU
    double host_Bps = 0;                   ///< between host memory and the GPU, one direction
    double host_update_rate = 0;           ///< parameters/s that the CPUs of a node update with Adam
    double loader_rate = 0;                ///< examples/s that the input pipeline delivers per replica
    ModelShape model;
    Fabric fabric;
    KernelRates rates; ///< only at kernel depth
    Stack software;
    Assumptions assumptions;
    const CollectiveLaw* law = nullptr; ///< of all collectives: a textbook's, or that of the calibration
    OwnMemory own_memory;

    /// Whether the norms of a layer are several kernels each. Models with a gated feed-forward layer are taken to use
    /// RMSNorm, which PyTorch computes with one kernel per operation; it has a kernel for layer norm.
    [[nodiscard]] bool hasUnfusedNorms() const { return !software.fused_norms && model.gated; }
};
[[nodiscard]] Setup setupOf(const Scenario& s, const Calibration& calibration);

} // namespace kneepoint
