// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Every number of the physics that is neither a parameter nor fitted by fit/, once, with its unit and its source.
/// A test keeps unnamed ones out of model/cost and model/step. "Cost study" is the prototype of this model on the
/// published runs: its equation is named, and what it says is an average over all of them.
namespace kneepoint {

// ---- elements and states

/// Bytes of an activation, of its gradient and of a weight as they travel and as kernels read them: 16 bits in every
/// recipe of mixed precision (Micikevicius et al. 2018; FP8 recipes too keep what leaves a GEMM in 16 bits,
/// Transformer Engine).
inline constexpr double activation_bytes = 2;
inline constexpr double weight_bytes = 2;
/// Bytes of a weight in 8 bits.
inline constexpr double narrow_weight_bytes = 1;

/// Bytes of a 32-bit master weight (ZeRO, Rajbhandari et al. 2020, section 3.1).
inline constexpr double master_bytes = 4;

/// Bytes that the optimizer reads and writes per parameter: gradient, master weight and two moments, in several kernels
/// (cost study, E11).
inline constexpr double update_bytes = 48;

/// Bytes a token-layer keeps for the backward pass, per hidden element (Korthikanti et al. 2022, equation 1, without
/// the scores), and what of it comes in 16-bit tensors that norms and GEMMs read, and in 1-byte dropout masks.
inline constexpr double kept_bytes = 34;
inline constexpr double norm_and_gemm_inputs = 4;
inline constexpr double dropout_mask_bytes = 2;

/// Bytes kept per attention score: softmax output, dropout mask, dropout output (Korthikanti et al. 2022, section 4.1).
inline constexpr double kept_score_bytes = 5;

/// Layers whose gathered weights are in memory at a time: the one at work and the one prefetched (PyTorch FSDP).
inline constexpr double gathered_layers = 2;

// ---- passes

/// Of a pass over a layer without recomputation: two GEMMs of the backward pass for one of the forward pass (Kaplan
/// et al. 2020, section 2.1).
inline constexpr double backward_share = 2.0 / 3;

/// Hardware FLOPs over model FLOPs with full recomputation, at textbook depth: 4 passes for 3 (Narayanan et al. 2021,
/// appendix).
inline constexpr double full_recompute_factor = 4.0 / 3.0;

/// HBM traffic of elementwise kernels backward over forward (cost study, E3).
inline constexpr double backward_traffic = 1.7;

/// Share of hidden-wide elementwise traffic that tensor parallelism does not divide without sequence parallelism (cost
/// study, E3: 0.75 to 0.8).
inline constexpr double undivided_share = 0.75;

/// HBM traffic backward over forward of norms whose operations run one by one. Counted, beyond one fused kernel, in
/// the reference RMSNorm of LLaMA (Touvron et al. 2023: to 32 bits, square, mean, scale, to 16 bits, times weight):
/// 32 bytes an element forward and 86 backward; two norms a layer.
inline constexpr double unfused_norm_backward = 86.0 / 32;

/// Bytes that those norms keep of an element beyond what fused ones keep, both of a layer: inputs in 32 instead of 16
/// bits, and what the weights multiply.
inline constexpr double kept_norm_bytes = 8;

/// Passes of sorting tokens to experts and back, over the tokens as often as they are routed (cost study, E15).
inline constexpr double permute_passes = 12;

/// Passes that bring a tensor to 8 or 4 bits before a GEMM: read and write (cost study, E3).
inline constexpr double quantise_passes = 2;

/// Bytes of HBM traffic per logit: output of the GEMM, softmax in 32 bits, loss and gradient (cost study, E5).
inline constexpr double logit_traffic_bytes = 22;

/// Share of the FP32 peak that large GEMMs reach where no matrix unit takes the format. What 16-bit GEMMs reach says
/// nothing of it: they are held back by power and by memory (cost study, E2 on the A100; the same everywhere is an
/// assumption).
inline constexpr double vector_gemm_share = 0.79;

// ---- attention

/// FLOPs of the fused backward pass over those forward: five products for two (FlashAttention-2, Dao 2023, section 3).
inline constexpr double fused_backward = 2.5;

/// Sequence length in tokens at which fused attention takes twice its time per FLOP: fill and drain of its tiles (cost
/// study, E2).
inline constexpr double short_sequence = 256;

/// Rate of the batched GEMMs of unfused attention over that of large ones (cost study, E2: 0.54 of the peak where
/// large GEMMs reach 0.79).
inline constexpr double batched_share = 0.68;

/// Elements of 16 bits that make 16 bytes: matrix units take rows of whole 16 bytes, and unfused kernels do not pad
/// (NVIDIA, Matrix multiplication background).
inline constexpr double aligned_elements = 8;

// ---- launches

/// CPU time to launch a backward pass over that of a forward pass, and what is added to a layer's launches where tensor
/// parallelism splits it, and where this many processes of a node compete for its CPU (cost study, E4).
inline constexpr double backward_launches = 1.2;
inline constexpr double split_layer_launches = 0.08;
inline constexpr double crowded_node_launches = 0.35;
inline constexpr double crowded_processes = 8;

// ---- communication

/// Share of a pipeline transfer that is exposed (cost study, E8).
inline constexpr double exposed_transfer = 0.5;

/// Share of the layer's GEMM time behind which context parallelism can hide keys and values: attention's part of it
/// (assumption).
inline constexpr double behind_attention = 0.5;

/// Slowdown of kernels that share the GPU with a collective (cost study, E9).
inline constexpr double shared_gpu_slowdown = 0.2;

/// Messages of all-to-all in a layer, one direction: to the experts and back.
inline constexpr double expert_exchanges = 2;

/// All-reduces of a tensor-parallel layer, one direction (Shoeybi et al. 2019, section 3).
inline constexpr double tensor_collectives = 2;

/// The same where attention and feed-forward stand side by side (Chowdhery et al. 2022, section 2).
inline constexpr double parallel_block_collectives = 1;

/// A reduce-scatter and an all-gather do what an all-reduce does (Korthikanti et al. 2022, section 4.2.2).
inline constexpr double split_all_reduce = 2;

/// Traffic of ZeRO-3 over that of a plain all-reduce: two gathers and a scatter for a gather and a scatter (ZeRO,
/// section 7.2.2).
inline constexpr double zero3_traffic = 1.5;

/// Share of a port's bandwidth that one pair of ranks gets: sendrecv_perf between ten nodes of H100
/// (xxrjun/nccl-tests-cluster) gets 15 and 25 of 50 GB/s with eight ranks and one rank to a node.
inline constexpr double flow_share = 0.4;

/// Members from which a reduction in the switch moves less than a ring.
inline constexpr double switch_reduction_members = 3;

/// CPU sockets of a PCIe node.
inline constexpr double sockets = 2;

/// GPUs that never drift apart: a node's share one clock of launches and collectives (cost study, E13).
inline constexpr double gpus_in_step = 8;

/// GPUs of the node that collective libraries are tuned for: DGX and HGX boards, OAM universal baseboards.
inline constexpr double usual_node_gpus = 8;

} // namespace kneepoint
