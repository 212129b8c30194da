// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// HBM bytes of every score that PyTorch's softmax takes beyond Megatron's fused one: to 32 bits, mask, softmax, to 16
/// bits, 24 forward and 26 backward. The backward pass of Stack::score_bytes counts twice.
inline constexpr double unfused_softmax_bytes = (24.0 + 26) / 3;

/// FlashAttention-2 on data-center Blackwell, FLOP/s of training over the dense 16-bit peak: its kernels reach 350 of
/// 2250 TFLOP/s there (meta-pytorch/tritonbench#171: 352 to 362 forward at 2048 to 8192 tokens, head width 128;
/// Dao-AILab/flash-attention#1589: 321 to 346 both ways, head width 64), and 335 of 989 on an H100 (FlashAttention-2,
/// README), where training gets 0.268 of the peak from them (cluster.portable_attention).
inline constexpr double second_flash_attention_on_blackwell = 0.268 * (350.0 / 2250) / (335.0 / 989);

/// Sets what the texts of a run state of its attention kernel; anything else is unchanged. Attention is not fused where
/// the run says so, and in the encoders of Hugging Face, which have plain attention (transformers before 2025:
/// models/bert/modeling_bert.py, models/esm/modeling_esm.py). Eager software then does not fuse the softmax either.
/// FlashAttention-3 and later, cuDNN and Transformer Engine are written for the GPU's own matrix units, and so is what
/// MaxText runs on GPUs (attention: cudnn_flash_te in AI-Hypercomputer/maxtext, configs/models/gpu, and in
/// AI-Hypercomputer/gpu-recipes); FlashAttention-2 is written for those of an A100.
void applyStatedKernels(const RunRecord& run, Scenario& s);

/// Parts in which a run computes its output layer and loss, of whose logits only one part exists at a time; 1: whole.
/// Stated as tokens of a part ("LM head in chunks of 2048"), or by the software: torchtune takes 8
/// (https://docs.pytorch.org/torchtune/main/generated/torchtune.modules.loss.LinearCrossEntropyLoss.html), Liger's
/// fused linear cross entropy as many as the vocabulary is wider than the model
/// (https://github.com/linkedin/Liger-Kernel, ops/fused_linear_cross_entropy.py). `s` has the shape of the micro-batch.
[[nodiscard]] double lossParts(const RunRecord& run, const Scenario& s);

} // namespace kneepoint
