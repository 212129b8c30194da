// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/run_record.h"
#include "model/scenario/scenario_fwd.h"
#include "model/units/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// Usual network bandwidth of data-center GPUs since the A100, Gbit/s per GPU: NICs doubled with every generation.
[[nodiscard]] double usualGbps(std::string_view gpu);
/// Rates between nodes that a run can have had, bytes/s per GPU: the stated one; else those that clusters of its GPU
/// are sold with.
[[nodiscard]] std::vector<double> linkRatesOf(const RunRecord& run);

/// Sets a run's GPUs, their number and their node in a scenario and returns the GPU preset: empty if the name is
/// unknown but the source states a peak. An error if it states neither.
[[nodiscard]] Result<std::string> setGpus(Scenario& s, const RunRecord& run, const Calibration& calibration);

/// GPUs under one scale-up switch: as stated, or as in the GPU's usual node. Racks of 72 are used in powers of two.
[[nodiscard]] double scaleUpDomain(const RunRecord& run);

/// Sets the network between a run's nodes in a scenario. A run that states none gets the usual one for its GPUs; an
/// unknown name in a run on several nodes is an error.
[[nodiscard]] Result<void> setNetwork(Scenario& s, const RunRecord& run, const Calibration& calibration);

} // namespace kneepoint
