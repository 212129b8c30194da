// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"

#include <optional>
#include <string>

/// Whether a published run states enough to be predicted.
namespace kneepoint {

struct Refusal {
    std::string reason;
};

/// Seconds, from the stated figure: step time, tokens or examples per second; NaN if none is stated.
[[nodiscard]] double measuredStep(const RunRecord& run);
/// Steps from a microsecond to a year; anything else is assumed to be a wrong unit.
[[nodiscard]] bool isPlausibleStep(double seconds);

/// GPUs and global batch.
[[nodiscard]] std::optional<Refusal> missingScale(const RunRecord& run);
/// A transformer's widths and its layout, in their ranges.
[[nodiscard]] std::optional<Refusal> missingShape(const RunRecord& run);
/// Both, and the measurement.
[[nodiscard]] std::optional<Refusal> missing(const RunRecord& run);

} // namespace kneepoint
