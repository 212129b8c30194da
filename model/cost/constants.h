// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// All numbers of the physics that are neither parameters nor fitted by fit/, each with its unit and its source. A test
/// keeps unnamed numbers out of model/cost and model/step. "Cost study" is the prototype of this model on the published
/// runs; its equation is given, and its values are averages over all runs.
namespace kneepoint {

// ---- elements and states

/// Bytes of an activation, of its gradient and of a weight as they are sent and read by kernels: 16 bits in all
/// mixed-precision recipes (Micikevicius et al. 2018; FP8 recipes also keep GEMM outputs in 16 bits, Transformer
/// Engine).
inline constexpr double activation_bytes = 2;
inline constexpr double weight_bytes = 2;
/// Bytes of a weight in 8 bits.
inline constexpr double narrow_weight_bytes = 1;

/// Bytes of a 32-bit master weight (ZeRO, Rajbhandari et al. 2020, section 3.1).
inline constexpr double master_bytes = 4;

/// Bytes that the optimizer reads and writes per parameter: gradient, master weight and two moments, in several kernels
/// (cost study, E11).
inline constexpr double update_bytes = 48;

/// Bytes kept for the backward pass per token, layer and hidden element (Korthikanti et al. 2022, equation 1, without
/// the scores); of these, the 16-bit tensors that norms and GEMMs read, and the 1-byte dropout masks.
inline constexpr double kept_bytes = 34;
inline constexpr double norm_and_gemm_inputs = 4;
inline constexpr double dropout_mask_bytes = 2;

/// Bytes kept per attention score: softmax output, dropout mask, dropout output (Korthikanti et al. 2022, section 4.1).
inline constexpr double kept_score_bytes = 5;

/// Layers whose gathered weights are in memory at the same time: the current one and the prefetched one (PyTorch FSDP).
inline constexpr double gathered_layers = 2;

// ---- passes

/// Fraction of a layer's compute in the backward pass, without recomputation: two GEMMs for each one of the forward
/// pass (Kaplan et al. 2020, section 2.1).
inline constexpr double backward_share = 2.0 / 3;

/// Ratio of hardware to model FLOPs with full recomputation, at textbook depth: 4 passes instead of 3 (Narayanan et al.
/// 2021, appendix).
inline constexpr double full_recompute_factor = 4.0 / 3.0;

/// Ratio of backward to forward HBM traffic of elementwise kernels (cost study, E3).
inline constexpr double backward_traffic = 1.7;

/// Fraction of the elementwise traffic over the hidden size that tensor parallelism without sequence parallelism does
/// not divide (cost study, E3: 0.75 to 0.8).
inline constexpr double undivided_share = 0.75;

/// Ratio of backward to forward HBM traffic of unfused norms. Counted, in excess of a fused kernel, for the reference
/// RMSNorm of LLaMA (Touvron et al. 2023: to 32 bits, square, mean, scale, to 16 bits, times weight): 32 bytes per
/// element forward and 86 backward; two norms per layer.
inline constexpr double unfused_norm_backward = 86.0 / 32;

/// Bytes per element that the two unfused norms of a layer keep in excess of fused ones: inputs in 32 instead of 16
/// bits, and the normalized values.
inline constexpr double kept_norm_bytes = 8;

/// Elementwise passes to permute tokens to experts and back, per routed token (cost study, E15).
inline constexpr double permute_passes = 12;

/// Elementwise passes to quantize a tensor to 8 or 4 bits before a GEMM: read and write (cost study, E3).
inline constexpr double quantise_passes = 2;

/// Bytes of HBM traffic per logit: output of the GEMM, softmax in 32 bits, loss and gradient (cost study, E5).
inline constexpr double logit_traffic_bytes = 22;

/// Fraction of the FP32 peak that large GEMMs reach if no matrix unit supports the format. It is unrelated to the
/// efficiency of 16-bit GEMMs, which are limited by power and memory (cost study, E2 on the A100; the same for all GPUs
/// is an assumption).
inline constexpr double vector_gemm_share = 0.79;

// ---- attention

/// Ratio of backward to forward FLOPs of fused attention: five GEMMs instead of two (FlashAttention-2, Dao 2023,
/// section 3).
inline constexpr double fused_backward = 2.5;

/// Sequence length in tokens at which fused attention takes twice the time per FLOP of long sequences: fill and drain
/// of its tiles (cost study, E2).
inline constexpr double short_sequence = 256;

/// Rate of the batched GEMMs of unfused attention relative to large GEMMs (cost study, E2: 0.54 and 0.79 of the peak).
inline constexpr double batched_share = 0.68;

/// 16-bit elements in 16 bytes: matrix units need rows that are multiples of 16 bytes, and unfused kernels do not pad
/// (NVIDIA, Matrix multiplication background).
inline constexpr double aligned_elements = 8;

// ---- launches

/// CPU launch time of a backward pass relative to a forward pass, and the relative increase of a layer's launch time if
/// it is split by tensor parallelism, and if this many processes of a node compete for its CPU (cost study, E4).
inline constexpr double backward_launches = 1.2;
inline constexpr double split_layer_launches = 0.08;
inline constexpr double crowded_node_launches = 0.35;
inline constexpr double crowded_processes = 8;

// ---- communication

/// Fraction of a pipeline transfer that is exposed (cost study, E8).
inline constexpr double exposed_transfer = 0.5;

/// Fraction of the layer's GEMM time that can hide the key and value exchange of context parallelism: the part in
/// attention (assumption).
inline constexpr double behind_attention = 0.5;

/// Slowdown of kernels that share the GPU with a collective (cost study, E9).
inline constexpr double shared_gpu_slowdown = 0.2;

/// Messages of all-to-all in a layer, one direction: to the experts and back.
inline constexpr double expert_exchanges = 2;

/// All-reduces of a tensor-parallel layer, one direction (Shoeybi et al. 2019, section 3).
inline constexpr double tensor_collectives = 2;

/// The same if attention and feed-forward are parallel (Chowdhery et al. 2022, section 2).
inline constexpr double parallel_block_collectives = 1;

/// A reduce-scatter and an all-gather replace an all-reduce (Korthikanti et al. 2022, section 4.2.2).
inline constexpr double split_all_reduce = 2;

/// Traffic of ZeRO-3 relative to an all-reduce: two all-gathers and a reduce-scatter instead of one each (ZeRO,
/// section 7.2.2).
inline constexpr double zero3_traffic = 1.5;

/// Fraction of the NIC bandwidth that one pair of ranks gets: sendrecv_perf between ten H100 nodes
/// (xxrjun/nccl-tests-cluster) reaches 15 and 25 of 50 GB/s with eight and with one rank per node.
inline constexpr double flow_share = 0.4;

/// Minimum number of ranks for which in-switch reduction moves fewer bytes than a ring.
inline constexpr double switch_reduction_members = 3;

/// CPU sockets of a PCIe node.
inline constexpr double sockets = 2;

/// GPUs without drift between them: those of a node are in step with each other (cost study, E13).
inline constexpr double gpus_in_step = 8;

/// GPUs per node that collective libraries are tuned for: DGX and HGX boards, OAM universal baseboards.
inline constexpr double usual_node_gpus = 8;

} // namespace kneepoint
