// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/units/error.h"

#include <optional>

/// Whether a run states enough to be predicted.
namespace kneepoint {

/// Seconds, from the most direct figure that is positive: step time, tokens or examples per second.
[[nodiscard]] std::optional<double> measuredStep(const RunRecord& run);
/// Steps from a microsecond to a year; anything else is assumed to be a wrong unit.
[[nodiscard]] bool isPlausibleStep(std::optional<double> seconds);

/// GPUs and global batch; an error says what is missing.
[[nodiscard]] Result<void> checkScale(const RunRecord& run);
/// A transformer's shape and its layout.
[[nodiscard]] Result<void> checkShape(const RunRecord& run);
/// Both, and the measurement.
[[nodiscard]] Result<void> checkRun(const RunRecord& run);

} // namespace kneepoint
