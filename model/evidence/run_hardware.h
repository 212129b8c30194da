// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/scenario/calibration.h"
#include "model/scenario/error.h"
#include "model/scenario/scenario_fwd.h"

#include <string>

namespace kneepoint {

/// Writes a run's GPUs, their number and their node into a scenario, and says which preset they are: empty where the
/// printed name is not understood, but the source states a peak. Fails where it states none.
[[nodiscard]] Result<std::string> setGpus(Scenario& s, const RunRecord& run, const Calibration& calibration);

/// GPUs under one scale-up switch: as stated, or as the GPU's own boxes have it. Racks of 72 are used in powers of two.
[[nodiscard]] double scaleUpDomain(const RunRecord& run);

/// Writes the network between a run's nodes into a scenario. A run that states none gets what was usual with its GPUs;
/// one of several nodes whose stated network is not understood is refused by name.
[[nodiscard]] Result<void> setNetwork(Scenario& s, const RunRecord& run, const Calibration& calibration);

} // namespace kneepoint
