// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"

#include <optional>
#include <string_view>
#include <vector>

/// What a published transformer run says of its model and its layout, and what it leaves open.
namespace kneepoint {

/// Of a format as its source names it: "BF16", "fp8 (tensor scaling)"; nothing where no format is known by that name.
[[nodiscard]] std::optional<Precision> precisionOf(std::string_view text);
/// What shares a scale in 8 bits. FP4 has blocks by itself, and its measured rate contains them.
[[nodiscard]] NarrowScaling scalingOf(std::string_view precision);

/// Head counts that the source may have meant: the one it states, else all that are plausible.
[[nodiscard]] std::vector<double> headsOf(const RunRecord& run);
void setModel(Workload& w, const RunRecord& run, double heads);

/// Frameworks sum the gradients of FP16 training in FP16 unless asked (Megatron-LM, arguments.py: only BF16 sets
/// accumulate_allreduce_grads_in_fp32 by itself).
[[nodiscard]] bool keepsNarrowGradients(const Scenario& s, const RunRecord& run);
/// The plan as stated; the scenario has its software already.
void setLayout(Scenario& s, const RunRecord& run);
/// Layouts that the source leaves open. Chunks are interleaved where the micro-batches are a multiple of the stages
/// (Narayanan et al. 2021, section 2.2.2).
[[nodiscard]] std::vector<Scenario> completions(const Scenario& s, const RunRecord& run);

} // namespace kneepoint
