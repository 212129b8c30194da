// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/scenario/scenario_fwd.h"

namespace kneepoint {

/// HBM bytes of every score that PyTorch's softmax takes beyond Megatron's fused one: to 32 bits, mask, softmax, to 16
/// bits, 24 forward and 26 backward. The backward pass of Stack::score_bytes counts twice.
inline constexpr double unfused_softmax_bytes = (24.0 + 26) / 3;

/// Sets what the texts of a run state of its attention kernel; anything else is unchanged. Attention is not fused where
/// the run says so, and in the encoders of Hugging Face, which have plain attention (transformers before 2025:
/// models/bert/modeling_bert.py, models/esm/modeling_esm.py). Eager software then does not fuse the softmax either.
void applyStatedKernels(const RunRecord& run, Scenario& s);

/// Parts in which a run computes its output layer and loss, of whose logits only one part exists at a time; 1: whole.
/// Stated as tokens of a part ("LM head in chunks of 2048"), or by the software: torchtune takes 8
/// (https://docs.pytorch.org/torchtune/main/generated/torchtune.modules.loss.LinearCrossEntropyLoss.html), Liger's
/// fused linear cross entropy as many as the vocabulary is wider than the model
/// (https://github.com/linkedin/Liger-Kernel, ops/fused_linear_cross_entropy.py). `s` has the shape of the micro-batch.
[[nodiscard]] double lossParts(const RunRecord& run, const Scenario& s);

} // namespace kneepoint
