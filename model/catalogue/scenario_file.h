// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"
#include "model/scenario/scenario.h"
#include "model/units/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

class JsonNode;
struct Calibration;

/// A scenario with its title and description: the content of a scenario file.
struct ScenarioFile {
    std::string id; ///< preset id, empty for a user's file
    std::string title;
    std::string about;                  ///< what it shows
    std::string source;                 ///< where its figures come from
    std::string group;                  ///< menu heading of a shipped scenario
    std::vector<KeptEvidence> evidence; ///< measurements behind its figures
    std::string adjusted = {};          ///< what an edit has moved beside itself, in a sentence; not written
    Scenario scenario;
};

inline constexpr int scenario_format_version = 1;
inline constexpr std::size_t scenario_file_limit_bytes = 4 << 20;
inline constexpr std::size_t scenario_file_values = 60000; ///< numbers, texts, lists and objects in a file

/// Reads `{"kneepoint": 1, "title": ..., "scenario": {"workload.parameters": 7e9, "cluster.gpu": "h100-sxm", ...}}`.
/// Values are numbers, texts with units ("400 Gbit/s"), choice ids or true/false. They are what is stated; everything
/// else is derived from them (derive.h), with the calibration's constants. What contradicts itself is an error.
/// "calibration" is the name of the user's own runs behind "stack.own_…", with what they leave open of these factors;
/// "evidence" keeps what was derived from imported files (kept_evidence_json.h), at most
/// scenario_file_values with the rest of the file. `place` names the input in error sentences, which contain a JSON
/// pointer and the allowed range. Unknown and duplicate keys are errors; a file is never partly loaded.
[[nodiscard]] Result<ScenarioFile> parseScenario(
    std::string_view json, std::string_view place, const Calibration& calibration);

/// The same of an object in another file; what is wrong is refused.
[[nodiscard]] ScenarioFile readScenarioFile(const JsonNode& node, const Calibration& calibration);

/// What is stated, in catalogue order; parseScenario reads back the same scenario. A planned layout is not in the file,
/// because it is planned again.
[[nodiscard]] std::string writeScenario(const ScenarioFile& file, const Calibration& calibration);

/// Reads a file of at most scenario_file_limit_bytes.
[[nodiscard]] Result<ScenarioFile> loadScenario(const std::filesystem::path& path, const Calibration& calibration);

} // namespace kneepoint
