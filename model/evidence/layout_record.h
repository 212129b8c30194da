// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"

#include <nlohmann/json_fwd.hpp>

namespace kneepoint {

/// A row of a file of layouts: `{"model": {...}, "gpus", "gpu", "tp", "pp", "dp", "mbs", "gbs", "seq", "kernel", ...}`.
/// Without what was measured of it.
[[nodiscard]] RunRecord layoutRecordOf(const nlohmann::ordered_json& row);

/// Whether the row's attention kernel is fused; Megatron's own "fused" kernel fuses the softmax only.
[[nodiscard]] bool statesFusedAttention(const nlohmann::ordered_json& row, bool otherwise);

} // namespace kneepoint
