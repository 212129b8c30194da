// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario_fwd.h"

#include <vector>

/// How the values of a scenario follow from what is stated in it. For derive.h.
namespace kneepoint {

struct Calibration;

/// Derives these parts again, from what is stated and from each other. What is stated stays.
void deriveAgain(Scenario& s, Follows what, const Calibration& calibration);

/// Whether it chooses a preset: model, machine, GPU, interconnect, software.
[[nodiscard]] bool isPresetChoice(const Parameter& p);
/// The parameters that a choice of a preset sets; empty for any other parameter.
[[nodiscard]] const std::vector<const Parameter*>& setByChoice(const Parameter& choice, const Calibration& calibration);

/// What automatic planning sets, where it is not pinned.
[[nodiscard]] const std::vector<const Parameter*>& plannedParameters();

/// The global batch of the job: of a planned one, the batch before planning has moved it within its tolerance.
[[nodiscard]] double jobBatch(const Scenario& s);

/// Whether a stated size is a rounding of the one that was counted: a "7B" has 6.74 billion parameters.
[[nodiscard]] bool isSameSize(double stated, double counted);

} // namespace kneepoint
