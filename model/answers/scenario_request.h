// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/catalogue/scenario_file.h"

#include <string>
#include <utility>
#include <vector>

namespace kneepoint {

/// A shipped scenario by its id, or a scenario file by its path.
[[nodiscard]] Result<ScenarioFile> namedScenario(const std::string& name, const Calibration& calibration);

/// A parameter id and its new value: a text as in --set, a number in the base unit, true or false.
using GivenSetting = std::pair<std::string, Json>;

/// Adds "(changed)" to the title of a scenario that is no longer what it says.
void markChanged(ScenarioFile& file);

/// The scenario with the settings, whose order does not matter; its title then shows that it was changed. An error if
/// they contradict each other. `keeps_whole`: also if replicas or micro-batches would not be whole, with the nearest
/// values that work; not for a job whose layout is to be planned.
[[nodiscard]] Result<ScenarioFile> changed(ScenarioFile file, const std::vector<GivenSetting>& settings,
    const Calibration& calibration, bool keeps_whole = false);

} // namespace kneepoint
