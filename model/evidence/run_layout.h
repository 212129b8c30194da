// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"
#include "model/units/error.h"

#include <optional>
#include <string_view>
#include <vector>

/// The model and the layout of a published transformer run, and what is not stated.
namespace kneepoint {

/// The precision named by a source: "BF16", "fp8 (tensor scaling)"; nothing if the name is unknown.
[[nodiscard]] std::optional<Precision> precisionOf(std::string_view text);
/// The format of gradients on the network; nothing if the source does not state it.
[[nodiscard]] std::optional<GradientPrecision> statedGradients(const RunRecord& run);
/// The granularity of 8-bit scaling. FP4 always uses blocks, which are part of its measured rate.
[[nodiscard]] NarrowScaling scalingOf(std::string_view precision);

/// Plausible numbers of heads of a transformer of this hidden size if its source does not state them: head dimensions
/// from 64 (GPT-2) to 256 (PaLM) that divide the hidden size, with a number of heads divisible by the tensor-parallel
/// degree. Dimensions that are inefficient on matrix units are included, because they occur in practice. Ordered by
/// distance from the most common dimension, 128. If none fits, the number of heads of about 128, at least one.
[[nodiscard]] std::vector<double> plausibleHeads(double hidden, double tensor_parallel);
/// Possible numbers of heads: the stated one, else all plausible ones.
[[nodiscard]] std::vector<double> headsOf(const RunRecord& run);
/// The model as stated, with this many heads; an error names a value out of its range and where it was read.
[[nodiscard]] Result<void> setModel(Scenario& s, const RunRecord& run, double heads);

/// Frameworks accumulate the gradients of FP16 training in FP16 by default (Megatron-LM, arguments.py: only BF16
/// implies accumulate_allreduce_grads_in_fp32). Megatron-Core's gradient buffers have the format of the reduction
/// (distributed_data_parallel_config.py, grad_reduce_in_fp32): BF16 only if the source states it.
[[nodiscard]] bool keepsNarrowGradients(const Scenario& s, const RunRecord& run);
/// Whether the source says what is recomputed; "none stated" and "not stated" do not.
[[nodiscard]] bool statesRecomputation(const RunRecord& run);
/// The plan as stated; the scenario has its software already.
[[nodiscard]] Result<void> setLayout(Scenario& s, const RunRecord& run);
/// Layouts that the source leaves open. Chunks are interleaved where the micro-batches are a multiple of the stages
/// (Narayanan et al. 2021, section 2.2.2).
[[nodiscard]] std::vector<Scenario> completions(const Scenario& s, const RunRecord& run);

} // namespace kneepoint
