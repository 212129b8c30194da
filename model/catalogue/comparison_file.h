// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "model/units/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Several scenarios in one file: `{"kneepoint_comparison": 1, "scenarios": [{"kneepoint": 1, ...}, ...]}`, each as a
/// scenario file has it, A first.
namespace kneepoint {

inline constexpr int comparison_format_version = 1;
inline constexpr std::size_t most_compared = 16;

[[nodiscard]] std::string writeComparison(const std::vector<ScenarioFile>& scenarios, const Calibration& calibration);
/// At least one scenario, at most most_compared; all or nothing. `place` names the input in error sentences.
[[nodiscard]] Result<std::vector<ScenarioFile>> parseComparison(
    std::string_view json, std::string_view place, const Calibration& calibration);

[[nodiscard]] Result<std::vector<ScenarioFile>> loadComparison(
    const std::filesystem::path& path, const Calibration& calibration);

} // namespace kneepoint
