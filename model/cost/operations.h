// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/constants.h"
#include "model/scenario/architecture.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

/// How much work a forward-backward pass is: FLOPs, HBM traffic, gradients. Counted per replica unless said otherwise.
namespace kneepoint {

/// Whether a scenario is computed layer by layer: kernels by size, a transformer, and no measured compute time.
[[nodiscard]] bool atKernelDepth(const Scenario& s);

/// The asked precision, or the next wider one that the GPU has a unit for.
[[nodiscard]] Precision nativePrecision(const Cluster& cluster, Precision asked);
[[nodiscard]] double bytesPerElement(Precision precision);
[[nodiscard]] double bytesPerGradient(GradientPrecision precision);

/// Bytes of a weight of a transformer layer when ZeRO hands it out. Eight bits with one scale for a tensor need no more
/// than themselves, where the software gathers them so; finer scales follow from 16 bits (Megatron-Core,
/// reuse_grad_buf_for_mxfp8_param_ag), and embedding and output layer keep these.
[[nodiscard]] double bytesPerLayerWeight(const Scenario& s);
/// Of all weights of a GPU.
[[nodiscard]] double gatheredWeightBytes(const Scenario& s);

/// Tokens of an example: the sequence, 1 for a generic model.
[[nodiscard]] double tokensPerExample(const Workload& w);

/// Model FLOPs of an example, forward and backward: 6·N_active·S (distributed roofline), or by figure.
[[nodiscard]] double flopsPerExample(const Workload& w);

/// The same, at kernel depth of what the layers compute: three times the forward pass's products over the parameters
/// that a token meets (the embedding, a look-up, not counted) and over the scores it sees, 2·S·a·(d_q + d_v) a layer,
/// half of that where tokens look back only, attendedShare() of it with a window (PaLM, appendix B, but causal: Llama
/// 3, Megatron-Bridge).
[[nodiscard]] double flopsPerExample(const Scenario& s);

/// Tokens that a token sees, over all it could see with full attention in every layer: every second layer looks no
/// further than its window w of the sequence, of which it sees 2w − w², counted from the triangle of causal scores;
/// that looks both ways where attention is not causal, so the share is the same. 1 without a window or with one as long
/// as the sequence, never less for a longer window.
[[nodiscard]] double attendedShare(const Workload& w);

/// All-reduces of a tensor-parallel layer in one direction: after attention and after feed-forward (Shoeybi et al.
/// 2019, section 3), or one for their sum where they stand side by side (Chowdhery et al. 2022, section 2).
[[nodiscard]] double tensorCollectives(const Workload& w);

/// FLOPs of one forward pass of all layers' attention scores and their product with the values, per example, by that
/// convention: masked scores, which an unfused kernel computes and throws away, are no work.
[[nodiscard]] double attentionFlops(const Workload& w);

/// Hardware FLOPs over model FLOPs: 4/3 with full recomputation; selective adds the attention scores' forward pass,
/// 4·b·S²·h a layer (Korthikanti et al. 2022). At kernel depth what is repeated: every layer's forward pass, but not
/// the output layer's, nor its last product where the software stops early; or selectively selectiveShare() of the
/// products, and attention where it is not fused.
[[nodiscard]] double recomputeFactor(const Scenario& s);

/// Share of a forward pass's products that selective recomputation repeats: the stack's. PyTorch, where it chooses
/// operation by operation, keeps products of 16 bits and attention, but none of 8 or 4 bits (the save list of
/// TorchTitan's parallelize has aten.mm and not aten._scaled_mm), so it repeats all of those.
[[nodiscard]] double selectiveShare(const Scenario& s);
/// Whether that is so.
[[nodiscard]] bool forgetsNarrowProducts(const Scenario& s);
/// Whether recomputation ends with the last tensor that the backward pass misses, as PyTorch's does since 2.1
/// (torch.utils.checkpoint, early stop): a layer's last product, whose output nobody keeps, is not repeated.
[[nodiscard]] bool stopsRecomputingEarly(const Scenario& s);

/// HBM bytes per GPU of one forward-backward pass of `examples`: three passes over the GPU's weights (forward, and both
/// gradients of the backward pass), and every kept activation, 34·S·h bytes a token-layer, written once and read once.
[[nodiscard]] double hbmBytes(const Scenario& s, double examples);

/// Ranks that hold the same parameters and sum their gradients up: K·c, because the ranks of one sequence see
/// different tokens of it (Megatron-Core reduces over data and context parallel ranks; so does The Llama 3 Herd of
/// Models, section 3.3.2).
[[nodiscard]] double gradientRanks(const Scenario& s);
/// Those of them that share out the experts of a layer: min(e, K·c).
[[nodiscard]] double expertRanks(const Scenario& s);
/// Ranks that share out the training state from ZeRO stage 1 on: all gradientRanks(), or a sharding group of them.
[[nodiscard]] double shardRanks(const Scenario& s);

/// Of all parameters those of experts that a token may or may not meet: what is not active, over the share of experts
/// that is idle; at most what embedding and output layer leave.
[[nodiscard]] double expertParameters(const Workload& w);

/// Parameters of the t·p GPUs that hold the model once: N, of which the experts are spread over the expert-parallel
/// ranks.
[[nodiscard]] double parametersOfStages(const Scenario& s);

/// Parameters that one GPU holds: parametersOfStages()/(t·p).
[[nodiscard]] double parametersPerGpu(const Scenario& s);

/// Bytes of a bucket of gradients before compression: the plan's, or what the software fills at least, which may grow
/// with the replicas.
[[nodiscard]] double bucketBytes(const Scenario& s);

/// Payload of one gradient synchronization per GPU: parameters × bytes per gradient / compression
/// (network bottleneck calculation, step 1).
[[nodiscard]] double gradientBytes(const Scenario& s);

} // namespace kneepoint
