// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// All numbers of the physics that are neither parameters nor fitted by fit/, each with its unit and a source that can
/// be opened: a paper on arXiv or by DOI, a page of docs/, or a URL. A test keeps other numbers than 0, 1, 2 and halves
/// out of model/job, model/cost and model/step.
namespace kneepoint {

// ---- elements and states

/// Bytes of a 32-bit number. Source: doi:10.1109/IEEESTD.2019.8766229
inline constexpr double fp32_bytes = 4;

/// Bytes of an activation, of its gradient and of a weight as they are sent and read by kernels: 16 bits in all
/// mixed-precision recipes; FP8 recipes also keep GEMM outputs in 16 bits. Source: arXiv:1710.03740 (Micikevicius et
/// al. 2018); https://docs.nvidia.com/deeplearning/transformer-engine/user-guide/examples/fp8_primer.html
inline constexpr double activation_bytes = 2;
inline constexpr double weight_bytes = 2;
/// Elements that share a scale of 8 bits in MXFP8 and MXFP4. Source:
/// https://www.opencompute.org/documents/ocp-microscaling-formats-mx-v1-0-spec-final-pdf
inline constexpr double mx_block = 32;
/// The same in NVFP4, and the fraction of the linear layers that its recipe computes in 4 bits. Source:
/// arXiv:2509.25149
inline constexpr double nvfp4_block = 16;
inline constexpr double nvfp4_share = 0.84;
/// Bytes of an element in 4 bits. Source: arXiv:2509.25149
inline constexpr double quarter_width_bytes = 0.5;

/// Bytes of a weight in 8 bits. Source: arXiv:2209.05433 (Micikevicius et al. 2022)
inline constexpr double narrow_weight_bytes = 1;

/// Bytes of a 32-bit master weight, and of both moments of Adam in 32 bits. Source: arXiv:1910.02054 (Rajbhandari et
/// al. 2020, section 3.1)
inline constexpr double master_bytes = 4;
inline constexpr double adam_moment_bytes = 8;

/// Bytes that the optimizer reads and writes per parameter: gradient, master weight and two moments, in several
/// kernels. Source: docs/cost-study.md, Optimizer
inline constexpr double update_bytes = 48;

/// Bytes of a weight in 4-bit NormalFloat: half a byte, an 8-bit scale for 64 of them, and a 32-bit scale for 256 of
/// those (double quantization). Source: arXiv:2305.14314 (Dettmers et al. 2023, QLoRA, section 3)
inline constexpr double quantized_weight_bytes = 0.5 + 1.0 / 64 + 4.0 / (64 * 256);

/// Rate at which 4-bit weights are read and written in 16 bits before a GEMM, relative to elementwise kernels. LoRA
/// fine-tuning of 1 to 13 B parameters on an A100 takes 7 to 15 ms, mostly 12 to 15, per pass pair and 10⁹ weights
/// longer with them than with 16-bit weights: 0.35 to 0.45 TB/s. Source: https://github.com/Lightning-AI/litgpt
/// (tutorials/resource-tables.md)
inline constexpr double dequantize_share = 0.33;

/// Elementwise passes to add the output of an adapter to that of its matrix: read once, where the adapter's GEMM adds
/// to it; scaled and added by two kernels otherwise. Launch time of an adapter's operations (dropout, two GEMMs, scale,
/// sum) relative to those of a layer. Source: https://github.com/NVIDIA/TransformerEngine
/// (transformer_engine/pytorch/ops/fused/forward_linear_scale_add.py); https://github.com/huggingface/peft
/// (src/peft/tuners/lora/layer.py)
inline constexpr double fused_adapter_passes = 1;
inline constexpr double adapter_passes = 5;
inline constexpr double adapter_launches = 0.1;

/// Muon orthogonalizes the update of each n × m matrix, n ≤ m, by this many Newton–Schulz iterations of 4·n²·m + 2·n³
/// FLOPs, in 16 bits. Source: arXiv:2502.16982 (Liu et al. 2025, Muon is scalable for LLM training, section 2.1)
inline constexpr double newton_schulz_steps = 5;

/// Bytes kept for the backward pass per token, layer and hidden element, without the scores; of these, what tensor
/// parallelism does not divide and what it does; the 16-bit tensors that norms and GEMMs read, and the 1-byte dropout
/// masks. Source: arXiv:2205.05198 (Korthikanti et al. 2022, equations 1 and 2)
inline constexpr double kept_bytes = 34;
inline constexpr double undivided_kept_bytes = 10;
inline constexpr double divided_kept_bytes = 24;
inline constexpr double norm_and_gemm_inputs = 4;
inline constexpr double layer_norms = 2; // each before a GEMM
inline constexpr double dropout_mask_bytes = 2;

/// Tensors of feed-forward width kept per layer: input and output of the activation function; with a gate also the
/// other input of the product and the product itself. Source: arXiv:2002.05202 (Shazeer 2020, section 2)
inline constexpr double plain_ffn_tensors = 2;
inline constexpr double gated_ffn_tensors = 4;

/// The same where one kernel computes activation function and product: its two inputs and its output. Their gradients
/// are in memory while the layer's backward pass runs. Source: https://github.com/NVIDIA/Megatron-LM
/// (megatron/core/fusions/fused_bias_swiglu.py)
inline constexpr double fused_ffn_tensors = 3;

/// Which of these a layer keeps.
[[nodiscard]] constexpr double keptFfnTensors(bool gated, bool fused_gate)
{
    return !gated ? plain_ffn_tensors : fused_gate ? fused_ffn_tensors : gated_ffn_tensors;
}

/// Bytes kept per attention score: softmax output, dropout mask, dropout output. Source: arXiv:2205.05198 (Korthikanti
/// et al. 2022, section 4.1)
inline constexpr double kept_score_bytes = 5;

/// Layers whose gathered weights are in memory at the same time: the current one and the prefetched one. Source:
/// arXiv:2304.11277 (Zhao et al. 2023, PyTorch FSDP, section 3.4)
inline constexpr double gathered_layers = 2;

/// Standard deviation of ln(predicted / measured memory) for whole GPUs in the published runs, of software whose memory
/// was fitted (else Stack::memory_spread). Source: docs/validation.md, By series
inline constexpr double memory_spread = 0.055;

/// Fraction of its variance that the runs of a series have in common: 24 % over the published figures, whose logarithms
/// have a spread of 0.060 around the mean of a series and 0.069 around the prediction. Source: docs/validation.md, By
/// series
inline constexpr double shared_memory_error = 0.24;

/// Minimum probability of fitting for a job that is "likely to fit"; the plain verdict uses one half. Source:
/// docs/validation.md, Measured layouts
inline constexpr double likely_fit_chance = 0.8;

/// Standard deviations on either side of the mean that contain 90 % of a normal distribution. Source:
/// https://www.itl.nist.gov/div898/handbook/eda/section3/eda3671.htm
inline constexpr double deviations_of_nine_in_ten = 1.6449;

// ---- passes

/// FLOPs per parameter and token: a multiplication and an addition in each of three GEMMs, one forward and two
/// backward. Fraction of them in the backward pass, without recomputation. Source: arXiv:2001.08361 (Kaplan et al.
/// 2020, section 2.1)
inline constexpr double flops_per_parameter = 6;
inline constexpr double gemm_passes = 3;
inline constexpr double backward_share = 2.0 / 3;

/// The same beside the forward pass of a reference model: two of four passes. Source: arXiv:2305.18290 (Rafailov et
/// al. 2023, DPO, section 4)
inline constexpr double reference_backward_share = 1.0 / 2;

/// FLOPs per attention score and element of a head: the scores and their product with the values. Source:
/// arXiv:2205.14135 (Dao et al. 2022, FlashAttention, section 2.2)
inline constexpr double score_flops = 4;

/// Times that the weights cross the HBM in a pass: read forward, read backward, and their gradients written. Source:
/// docs/cost-study.md, Assumptions
inline constexpr double weight_passes = 3;

/// GEMMs of hidden × hidden in attention with keys and values for all heads, and of hidden × feed-forward width without
/// and with a gate. Source: arXiv:1706.03762 (Vaswani et al. 2017, sections 3.2 and 3.3); arXiv:2002.05202 (Shazeer
/// 2020)
inline constexpr double attention_gemms = 4;
inline constexpr double plain_ffn_gemms = 2;
inline constexpr double gated_ffn_gemms = 3;

/// Ratio of hardware to model FLOPs with full recomputation, at textbook depth: 4 passes instead of 3. Directions whose
/// collectives then run: forward, again, backward. Source: arXiv:2104.04473 (Narayanan et al. 2021, appendix)
inline constexpr double full_recompute_factor = 4.0 / 3.0;
inline constexpr double passes_with_recompute = 3;

/// Ratio of backward to forward HBM traffic of elementwise kernels. Source: docs/cost-study.md, Elementwise kernels
inline constexpr double backward_traffic = 1.7;

/// Fraction of the elementwise traffic over the hidden size that tensor parallelism without sequence parallelism does
/// not divide. Source: docs/cost-study.md, Elementwise kernels
inline constexpr double undivided_share = 0.75;

/// Ratio of backward to forward HBM traffic of unfused norms. Counted, in excess of a fused kernel, for the reference
/// RMSNorm of LLaMA (to 32 bits, square, mean, scale, to 16 bits, times weight): 32 bytes per element forward and 86
/// backward; two norms per layer. Source: https://github.com/meta-llama/llama/blob/main/llama/model.py
inline constexpr double unfused_norm_backward = 86.0 / 32;

/// Bytes per element that the two unfused norms of a layer keep in excess of fused ones: inputs in 32 instead of 16
/// bits, and the normalized values. Source: https://github.com/meta-llama/llama/blob/main/llama/model.py
inline constexpr double kept_norm_bytes = 8;

/// Elementwise passes to permute tokens to experts and back, per routed token. Source: docs/cost-study.md, Experts
inline constexpr double permute_passes = 12;

/// Elementwise passes to quantize a tensor to 8 or 4 bits before a GEMM: read and write. Source: docs/cost-study.md,
/// Elementwise kernels
inline constexpr double quantize_passes = 2;

/// Passes more that find the largest element of a tensor before it is quantized: delayed scaling takes it from earlier
/// steps. Source:
/// https://nvidia.github.io/TransformerEngine/features/low_precision_training/fp8_delayed_scaling/fp8_delayed_scaling.html
inline constexpr double largest_passes = 1;

/// Bytes of HBM traffic per logit: output of the GEMM, softmax in 32 bits, loss and gradient. Source:
/// docs/cost-study.md, Output layer
inline constexpr double logit_traffic_bytes = 22;

/// Small-GEMM penalty: elements by which a GEMM's inner dimension and its two outer ones are padded. Source:
/// docs/cost-study.md, GEMMs
inline constexpr double gemm_depth = 150;
inline constexpr double gemm_edge = 70;

/// Fraction of the FP32 peak that large GEMMs reach if no matrix unit supports the format. It is unrelated to the
/// efficiency of 16-bit GEMMs, which are limited by power and memory. Measured on the A100. Source: docs/cost-study.md,
/// GEMMs
inline constexpr double vector_gemm_share = 0.79;

// ---- attention

/// Ratio of backward to forward FLOPs of fused attention: five GEMMs instead of two. Source: arXiv:2307.08691 (Dao
/// 2023, FlashAttention-2, section 4.1)
inline constexpr double fused_backward = 2.5;

/// FLOPs of the delta rule per token, value head and square of the head width: the state decays, is read for the
/// correction, written and read for the output. Source: arXiv:2412.06464 (Yang et al. 2024, Gated Delta Networks)
inline constexpr double delta_rule_flops = 8;

/// FLOP/s of the delta rule, by that count, relative to fused attention: 25 of 500 TFLOP/s on H100. A prior, not a fit:
/// measured kernels reach 22 to 68 TFLOP/s there (0.045 to 0.14). Source: docs/cost-study.md, Attention
inline constexpr double delta_rule_rate = 0.05;

/// Ratio of backward to forward time of the delta rule: 1293 to 349 µs of a kernel on H100. A prior, not a fit: 3.4 on
/// RTX 5090. Source: docs/cost-study.md, Attention
inline constexpr double delta_rule_backward = 3.7;

/// FLOPs of a state space per token, channel and number of state: an estimate, as in Megatron-LM (training.py) and NeMo
/// Automodel (flops_utils.py). Source: docs/cost-study.md, Attention
inline constexpr double state_space_flops = 7;

/// FLOP/s of a state space, by that count, relative to fused attention: 93 of 500 TFLOP/s on H100 (12.6 M tokens/s of a
/// layer of 128 heads of 64 and a state of 128). A prior, not a fit: other kernels reach 28 and 166 TFLOP/s (0.06 to
/// 0.33; vllm-project/vllm#27299, tile-ai/tilelang#707). Source: docs/cost-study.md, Attention
inline constexpr double state_space_rate = 0.19;

/// Ratio of backward to forward time of a state space. A prior, not a fit: nothing measured was found; between fused
/// attention (2.5) and the delta rule (3.7). Source: docs/cost-study.md, Attention
inline constexpr double state_space_backward = 3;

/// Tokens of a chunk, of which the state is kept for the backward pass (Megatron-LM, megatron/core/ssm). Source:
/// docs/cost-study.md, Attention
inline constexpr double state_space_chunk = 128;

/// Sequence length in tokens at which fused attention takes twice the time per FLOP of long sequences: fill and drain
/// of its tiles. Source: docs/cost-study.md, Attention
inline constexpr double short_sequence = 256;

/// Rate of the batched GEMMs of unfused attention relative to large GEMMs. Source: docs/cost-study.md, Attention
inline constexpr double batched_share = 0.68;

/// 16-bit elements in 16 bytes: matrix units need rows that are multiples of 16 bytes, and unfused kernels do not pad.
/// Source: https://docs.nvidia.com/deeplearning/performance/dl-performance-matrix-multiplication/index.html
inline constexpr double aligned_elements = 8;

// ---- launches

/// Exponent of the smooth maximum of a layer's GPU and launch times. Source: docs/cost-study.md, Launches
inline constexpr double launch_blend = 4;

/// CPU launch time of a backward pass relative to a forward pass, and the relative increase of a layer's launch time if
/// it is split by tensor parallelism, and if this many processes of a node compete for its CPU. Source:
/// docs/cost-study.md, Launches
inline constexpr double backward_launches = 1.2;
inline constexpr double split_layer_launches = 0.08;
inline constexpr double crowded_node_launches = 0.35;
inline constexpr double crowded_processes = 8;

// ---- communication

/// Fraction of a pipeline transfer that is exposed. Source: docs/cost-study.md, Pipeline
inline constexpr double exposed_transfer = 0.5;

/// Fraction of the all-to-all of experts that hides where a forward pass of one micro-batch overlaps with a backward
/// pass of another. Source: arXiv:2603.07685 (Scalable Training of MoE Models with Megatron Core: 93 % hidden)
inline constexpr double paired_hiding = 0.93;

/// Bytes of a weight in 8 bits with a 32-bit scale per 256 of them, as ZeRO++ gathers it, and passes over it in bytes
/// to write it in 16 bits again. Source: arXiv:2306.10209 (Wang et al. 2023, ZeRO++, section 3.1)
inline constexpr double quantized_gather_bytes = 1 + 4.0 / 256;
inline constexpr double dequantize_gathered_bytes = quantized_gather_bytes + 2;

/// Slowdown of kernels that share the GPU with a collective. Source: docs/cost-study.md, Sharding
inline constexpr double shared_gpu_slowdown = 0.2;

/// Messages of all-to-all in a layer, one direction: to the experts and back. Source: arXiv:2006.16668 (Lepikhin et al.
/// 2020, GShard, section 3)
inline constexpr double expert_exchanges = 2;

/// All-reduces of a tensor-parallel layer, one direction. Source: arXiv:1909.08053 (Shoeybi et al. 2019, section 3)
inline constexpr double tensor_collectives = 2;

/// The same if attention and feed-forward are parallel. Source: arXiv:2204.02311 (Chowdhery et al. 2022, section 2)
inline constexpr double parallel_block_collectives = 1;

/// A reduce-scatter and an all-gather replace an all-reduce. Source: arXiv:2205.05198 (Korthikanti et al. 2022, section
/// 4.2.2)
inline constexpr double split_all_reduce = 2;

/// Exponent by which a library's choice among its protocols is blended: the times of the fastest ones near a crossing.
/// Source: docs/cost-study.md, Collectives
inline constexpr double protocol_blend = 6;

/// Fraction of the NIC bandwidth that one pair of ranks gets: sendrecv_perf between ten H100 nodes reaches 15 and 25 of
/// 50 GB/s with eight and with one rank per node; on Together's B200 it falls from 44 on four nodes to 15 on 32.
/// Source: https://github.com/xxrjun/nccl-tests-cluster
inline constexpr double flow_share = 0.4;

/// Rate of an all-to-all on an axis with wraparound, relative to an all-gather. Source:
/// https://jax-ml.github.io/scaling-book/sharding/
inline constexpr double all_to_all_rate = 4;

/// CPU sockets of a PCIe node. Source: docs/cost-study.md, Assumptions
inline constexpr double sockets = 2;

/// GPUs without drift between them: those of a node are in step with each other. Source: docs/cost-study.md, Stragglers
inline constexpr double gpus_in_step = 8;

// ---- stragglers

/// Approximation of the expected largest of n draws from a normal distribution, Φ⁻¹((n − offset)/(n + range)), by
/// Blom. Source: doi:10.1093/biomet/48.1-2.151 (Harter 1961)
inline constexpr double order_offset = 0.375;
inline constexpr double order_range = 0.25;

} // namespace kneepoint
