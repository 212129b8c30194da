// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"

#include <optional>
#include <string_view>

namespace kneepoint {

struct RunRecord;
class RowCells;

/// The matrices with an adapter, from the names of modules that a source lists ("q_proj, v_proj", "all-linear",
/// "linear_qkv"): the closest choice that has an adapter wherever the source has one. Empty if none is known.
[[nodiscard]] std::optional<LoraTargets> loraTargetsOf(std::string_view modules);

/// States the adapters of a row: model.lora with its rank, targets and format of the frozen weights, which a precision
/// such as "bf16 (NF4 base weights)" states too.
void addTuning(RunRecord& run, const RowCells& cells);

} // namespace kneepoint
