// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"

#include <optional>
#include <span>
#include <string_view>

/// The scenarios of presets/scenarios, built into the program. One that cannot be read is a build defect: it aborts
/// with a message.
namespace kneepoint {

/// All of them with the constants of shippedCalibration(), in the order of presets/scenarios/menu.json.
[[nodiscard]] std::span<const ScenarioFile> scenarioPresets();
/// nullptr if no shipped scenario has this id.
[[nodiscard]] const ScenarioFile* findScenarioPreset(std::string_view id);
/// One of them, read again with the constants of another calibration.
[[nodiscard]] std::optional<ScenarioFile> scenarioPreset(std::string_view id, const Calibration& calibration);

} // namespace kneepoint
