// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// config.json of Hugging Face models.
namespace kneepoint {

[[nodiscard]] bool isModelConfig(std::string_view head);

/// The architecture as settings, with the exact number of parameters for the known families. Of a model
/// with several parts (text_config), the language model. An unknown family is read as an estimate by the counts of
/// Llama, and the summary says so; without a hidden size and layers it is refused.
[[nodiscard]] Result<Evidence> readModelConfig(ByteSource& source);

} // namespace kneepoint
