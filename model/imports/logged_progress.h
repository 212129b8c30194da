// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/training_log.h"

#include <optional>
#include <string_view>

namespace kneepoint {

/// The step in a line of DeepSpeed's timer, nanoGPT, nanochat, LitGPT, torchtune, MaxText, fairseq, MMEngine,
/// Detectron2, verl, or of a progress bar of the Hugging Face Trainer or Lightning.
[[nodiscard]] std::optional<LoggedStep> loggedProgress(std::string_view line);

} // namespace kneepoint
