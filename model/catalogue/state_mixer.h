// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// A kind of layer that mixes tokens by a state carried along the sequence instead of by scores: one record, from which
/// parameters, FLOPs, time, memory and communication follow. Elements and FLOPs are per token. All 0 if the model has
/// no such layers.
struct StateMixer {
    double inputs = 0;     ///< elements from its first GEMM that heads share out; tensor parallelism divides them
    double per_head = 0;   ///< further outputs of that GEMM, a few numbers for each head
    double outputs = 0;    ///< elements into its last GEMM
    double kept = 0;       ///< elements kept for the backward pass beyond inputs and outputs
    double traffic = 0;    ///< elements that kernels around the state read and write beyond those of every layer
    double flops = 0;      ///< of the state, forward
    double rate = 1;       ///< FLOP/s by that count, relative to fused attention
    double backward = 0;   ///< time of the backward pass relative to the forward pass
    double parameters = 0; ///< of a layer, without its norm
};

/// Linear attention by the delta rule (Gated DeltaNet, arXiv:2412.06464): K = key heads · d, V = value heads · d;
/// parameters h·(2·K + 3·V + 2·value heads) + 4·(2·K + V), 8·V·d FLOPs.
/// A state space (Mamba-2, arXiv:2405.21060) with d_in = heads · head width, N numbers of state and G groups:
/// parameters h·(2·d_in + 2·G·N + heads) + 4·(d_in + 2·G·N) + d_in·h + 3·heads + d_in, and 7·d_in·N FLOPs (the estimate
/// of Megatron-LM, training.py). It keeps the convolved inputs, the gated output and a state per chunk of 128 tokens in
/// 32 bits.
[[nodiscard]] StateMixer stateMixerOf(const Workload& w);

} // namespace kneepoint
