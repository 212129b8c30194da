// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// trainer_state.json of the Hugging Face Trainer, and JSON lines such as LLaMA-Factory's trainer_log.jsonl.
namespace kneepoint {

[[nodiscard]] bool isTrainerHistory(std::string_view head);
/// The time of a step, from the summary of the run or from the time between lines, and examples per second.
[[nodiscard]] Result<Evidence> readTrainerHistory(ByteSource& source);

} // namespace kneepoint
