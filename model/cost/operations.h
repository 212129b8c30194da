// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/architecture.h"
#include "model/cost/constants.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

/// The work of a forward-backward pass: FLOPs, HBM traffic, gradients. Per replica unless stated otherwise.
namespace kneepoint {

/// Whether a scenario is computed layer by layer: kernels by size, a transformer, and no measured compute time.
[[nodiscard]] bool atKernelDepth(const Scenario& s);

/// The requested precision, or the next wider one that the GPU supports.
[[nodiscard]] Precision nativePrecision(const Cluster& cluster, Precision asked);
[[nodiscard]] double bytesPerElement(Precision precision);
[[nodiscard]] double bytesPerGradient(GradientPrecision precision);

/// Bytes per weight of a transformer layer in ZeRO's all-gather: 1 for 8-bit weights with per-tensor scaling if the
/// software gathers them in 8 bits, else 2: finer scales are computed from 16-bit weights (Megatron-Core,
/// reuse_grad_buf_for_mxfp8_param_ag). Embedding and output layer are always gathered in 16 bits.
[[nodiscard]] double bytesPerLayerWeight(const Scenario& s);
/// Bytes of all gathered weights per GPU.
[[nodiscard]] double gatheredWeightBytes(const Scenario& s);

/// Tokens per example: the sequence length, or 1 for a generic model.
[[nodiscard]] double tokensPerExample(const Workload& w);

/// Model FLOPs per example, forward and backward: 6·N_active·S (distributed roofline), or as given.
[[nodiscard]] double flopsPerExample(const Workload& w);

/// The same, counted layer by layer at kernel depth: three times the forward FLOPs of the active parameters (without
/// the embedding, which is a look-up) and of the attention scores, 2·S·a·(d_q + d_v) per layer, half of that if
/// attention is causal, attendedShare() of it with a window (PaLM, appendix B, but causal: Llama 3, Megatron-Bridge).
[[nodiscard]] double flopsPerExample(const Scenario& s);

/// Fraction of the attention scores that are computed, relative to full attention in every layer: every second layer
/// attends only to a window w, as a fraction of the sequence, which leaves 2w − w² of its causal scores. The window
/// extends in both directions if attention is not causal, so the fraction is the same. 1 without a window or with one
/// as long as the sequence; it never decreases with a longer window.
[[nodiscard]] double attendedShare(const Workload& w);

/// All-reduces of a tensor-parallel layer in one direction: one after attention and one after feed-forward (Shoeybi et
/// al. 2019, section 3), or one for their sum if they are parallel (Chowdhery et al. 2022, section 2).
[[nodiscard]] double tensorCollectives(const Workload& w);

/// FLOPs of the attention scores and their product with the values, for one forward pass of all layers, per example, by
/// that convention: masked scores, which an unfused kernel computes and discards, do not count.
[[nodiscard]] double attentionFlops(const Workload& w);

/// Ratio of hardware to model FLOPs: 4/3 with full recomputation; selective recomputation adds the forward pass of the
/// attention scores, 4·b·S²·h per layer (Korthikanti et al. 2022). At kernel depth, what is actually repeated: with
/// full recomputation the forward pass of every layer, but not the output layer, nor a layer's last GEMM if the
/// software stops early; with selective recomputation selectiveShare() of the GEMMs, and attention if it is not fused.
[[nodiscard]] double recomputeFactor(const Scenario& s);

/// Fraction of a forward pass's GEMMs repeated by selective recomputation, a constant of the stack. PyTorch's
/// per-operation selection keeps 16-bit GEMMs and attention, but no 8- or 4-bit GEMMs (the save list of TorchTitan's
/// parallelize contains aten.mm but not aten._scaled_mm), so it repeats all of the latter.
[[nodiscard]] double selectiveShare(const Scenario& s);
/// Whether all 8- and 4-bit GEMMs are repeated.
[[nodiscard]] bool forgetsNarrowProducts(const Scenario& s);
/// Whether recomputation stops at the last tensor needed by the backward pass, as in PyTorch since 2.1
/// (torch.utils.checkpoint, early stop): a layer's last GEMM, whose output is not kept, is then not repeated.
[[nodiscard]] bool stopsRecomputingEarly(const Scenario& s);

/// HBM bytes per GPU of one forward-backward pass of `examples`: three passes over the GPU's weights (forward, and both
/// gradients of the backward pass), and every kept activation, 34·S·h bytes per example and layer, written once and
/// read once.
[[nodiscard]] double hbmBytes(const Scenario& s, double examples);

/// Ranks that hold the same parameters and all-reduce their gradients: K·c, because context-parallel ranks process
/// different tokens of a sequence (Megatron-Core reduces over data- and context-parallel ranks; so does The Llama 3
/// Herd of Models, section 3.3.2).
[[nodiscard]] double gradientRanks(const Scenario& s);
/// Those of them that the experts of a layer are distributed over: min(e, K·c).
[[nodiscard]] double expertRanks(const Scenario& s);
/// Ranks that the training state is sharded over from ZeRO stage 1 on: all gradientRanks(), or a sharding group of
/// them.
[[nodiscard]] double shardRanks(const Scenario& s);

/// Parameters of routed experts: the inactive parameters divided by the fraction of inactive experts; at most all
/// parameters except embedding and output layer.
[[nodiscard]] double expertParameters(const Workload& w);

/// Parameters on the t·p GPUs that hold one copy of the model: N, with the experts distributed over the expert-parallel
/// ranks.
[[nodiscard]] double parametersOfStages(const Scenario& s);

/// Parameters that one GPU holds: parametersOfStages()/(t·p).
[[nodiscard]] double parametersPerGpu(const Scenario& s);

/// Bytes of a gradient bucket before compression: the plan's, but at least the software's minimum, which may grow with
/// the number of replicas.
[[nodiscard]] double bucketBytes(const Scenario& s);

/// Payload of one gradient synchronization per GPU: parameters × bytes per gradient / compression
/// (network bottleneck calculation, step 1).
[[nodiscard]] double gradientBytes(const Scenario& s);

} // namespace kneepoint
