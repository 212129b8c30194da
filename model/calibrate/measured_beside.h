// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"
#include "model/catalogue/observed.h"
#include "model/catalogue/scenario_file.h"

#include <span>

namespace kneepoint {

/// What the used files measured of the analyzed scenario. A run counts if its stated settings are the scenario's, other
/// than the number of GPUs, the global batch and the accumulation; only a run at the scenario's number of GPUs gives
/// parts, memory and FLOP/s. Costs no evaluation of a step.
[[nodiscard]] Measured measuredBeside(const Analysis& a, std::span<const KeptEvidence> files);

/// The analysis of a scenario file, with its measurements.
[[nodiscard]] Analysis analyzeWithEvidence(const ScenarioFile& file, const Calibration& calibration);

} // namespace kneepoint
