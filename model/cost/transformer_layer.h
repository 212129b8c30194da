// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/kernels.h"

namespace kneepoint {

/// One direction of one layer on one GPU of a replica, for one micro-batch.
struct PassTime {
    double products = 0; ///< matrix products and attention
    double traffic = 0;  ///< passes over tensors in memory
};

struct LayerTime {
    PassTime forward;
    PassTime backward; ///< with what recomputation repeats
};

/// Tokens of a micro-batch on one GPU: b·S/c.
[[nodiscard]] double tokensOnGpu(const Scenario& s);
[[nodiscard]] double headWidth(const Workload& w);
/// Experts of a layer that one GPU holds, at least 1.
[[nodiscard]] double expertsOnGpu(const Scenario& s);

/// A dense layer, or one of experts. Elementwise traffic: 2·passes·T·h, of which tensor parallelism alone divides a
/// quarter, and 2·passes·T·f/t; backward 1.7 times that.
[[nodiscard]] LayerTime denseLayer(const Scenario& s, const KernelRates& rates);
[[nodiscard]] LayerTime expertLayer(const Scenario& s, const KernelRates& rates);

/// The output layer and its loss: products in 16 bits, 22 bytes of traffic for every logit that the GPU has.
[[nodiscard]] PassTime outputLayer(const Scenario& s, const KernelRates& rates);

} // namespace kneepoint
