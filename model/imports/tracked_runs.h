// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Figures over steps as trackers export them: CSV of Weights & Biases ("Step", "run - metric", "run - metric__MIN")
/// and of TensorBoard ("Wall time", "Step", "Value").
namespace kneepoint {

[[nodiscard]] bool isTrackedRuns(std::string_view head);
/// The median of each figure that is a rate or a time of a step; of several runs, one row each. A figure of TensorBoard
/// has no name in its file, so the time of a step is that between its lines. A time per unit that is not stated is
/// listed, not guessed.
[[nodiscard]] Result<Evidence> readTrackedRuns(ByteSource& source);

} // namespace kneepoint
