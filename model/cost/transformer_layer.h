// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/kernels.h"

namespace kneepoint {

/// One direction of one layer on one GPU of a replica, for one micro-batch.
struct PassTime {
    double products = 0; ///< matrix products and attention
    double traffic = 0;  ///< elementwise kernels, limited by memory bandwidth
};

struct LayerTime {
    PassTime forward;
    PassTime backward; ///< including recomputation
};

/// Tokens of a micro-batch on one GPU: b·S/c.
[[nodiscard]] double tokensOnGpu(const Scenario& s);
[[nodiscard]] double headWidth(const Workload& w);
/// Experts per layer on one GPU, at least 1.
[[nodiscard]] double expertsOnGpu(const Scenario& s);

/// A dense layer, or one with experts. Elementwise traffic: 2·passes·T·h, of which tensor parallelism without sequence
/// parallelism divides only a quarter, and 2·passes·T·f/t; 1.7 times that in the backward pass.
[[nodiscard]] LayerTime denseLayer(const Scenario& s, const KernelRates& rates);
[[nodiscard]] LayerTime expertLayer(const Scenario& s, const KernelRates& rates);

/// The output layer and its loss: 16-bit GEMMs, and 22 bytes of traffic per logit on the GPU.
[[nodiscard]] PassTime outputLayer(const Scenario& s, const KernelRates& rates);

} // namespace kneepoint
