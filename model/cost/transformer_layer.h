// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/kernels.h"
#include "model/cost/recomputation.h"
#include "model/job/layer_split.h"
#include "model/job/setup.h"

namespace kneepoint {

/// One direction of one layer on one GPU of a replica, for one micro-batch, in seconds.
struct PassTime {
    double matrix_s = 0;    ///< GEMMs and attention
    double traffic_s = 0;   ///< elementwise kernels, limited by memory bandwidth
    double attention_s = 0; ///< contained in matrix_s
    double weight_s = 0;    ///< gradients of weights, contained in matrix_s of a backward pass
};

struct LayerTime {
    PassTime forward;
    PassTime backward;  ///< including recomputation
    PassTime reference; ///< the forward pass of a reference model, if there is one: without adapters
};

/// A dense layer, or one with experts. Elementwise traffic: 2·passes·T·h, of which tensor parallelism without sequence
/// parallelism divides only a quarter, and 2·passes·T·f/t; 1.7 times that in the backward pass.
/// With adapters, the weights are frozen (adapter_time.h). Experts take as long as on the fullest of the ranks that
/// share them out. `selective`: what selective recomputation repeats of the layer; unused without it.
[[nodiscard]] LayerTime denseLayer(const Setup& setup, const LayerSplit& split, const RepeatedShares& selective);
[[nodiscard]] LayerTime expertLayer(const Setup& setup, const LayerSplit& split, const RepeatedShares& selective);

/// The output layer and its loss: 16-bit GEMMs, and 22 bytes of traffic per logit on the GPU. A reference model repeats
/// the GEMM of its forward pass and a third of the traffic.
[[nodiscard]] PassTime outputLayer(const Setup& setup, const LayerSplit& split);

} // namespace kneepoint
