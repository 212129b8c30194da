// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <optional>
#include <string_view>

/// Logs of training programs: Megatron-LM, Megatron-DeepSpeed, Megatron-Bridge, GPT-NeoX, TorchTitan, nanotron,
/// Composer (llm-foundry), OLMo, NeMo, and those of logged_progress.h.
namespace kneepoint {

/// What one line of a log says of one step. Rates are of one GPU unless they say otherwise.
struct LoggedStep {
    std::string_view program; ///< "Megatron-LM"
    double number = -1;       ///< of the iteration; negative if the line does not state it
    std::optional<double> seconds, mfu, flops_per_gpu, tokens_per_s_per_gpu, tokens_per_s, examples_per_s, memory_bytes,
        global_batch;
    std::optional<double> clock_s;  ///< time of day that the line was written
    std::optional<double> update_s; ///< of a step of reinforcement learning, its training
    double microbatches = 0; ///< in the step, where the line states the time of one; 0: it states that of the step
    double total = 0;        ///< of a progress bar, the steps of the run; 0: the line is none
    double elapsed_s = 0;    ///< of a progress bar, since it began
    bool is_average = false; ///< over the whole run, evaluations and checkpoints included
};
/// The step that a line reports; nothing if it reports none.
[[nodiscard]] std::optional<LoggedStep> loggedStep(std::string_view line);

[[nodiscard]] bool isTrainingLog(std::string_view head);
/// Medians over the steps; the first step and those of a profiler, a checkpoint or an evaluation (more than 1.5 times
/// the median) are left out and listed, and so are contradictions: a step that is reported again with other values, a
/// throughput per GPU or a global batch that differs from the one used. Of a batch that grows, the steps of the final
/// one count. Several runs in one log, with other batches or numbers of GPUs, are rows. Layout, model and batch as
/// settings where the log prints them.
[[nodiscard]] Result<Evidence> readTrainingLog(ByteSource& source);

} // namespace kneepoint
