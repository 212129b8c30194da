// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"
#include "model/units/error.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

struct Calibration;

/// A file that figures of a scenario were derived from. The file itself is not kept.
struct DerivedFrom {
    std::string name;    ///< of the file, without folders
    std::string kind;    ///< "trace"
    std::string date;    ///< of the file, "2026-05-18"; empty if unknown
    std::string crc32;   ///< of its bytes, eight hexadecimal digits
    std::string summary; ///< what was read in it
    bool operator==(const DerivedFrom&) const = default;
};
inline constexpr std::size_t most_derived_from = 200;

/// A scenario with its title and description: the content of a scenario file.
struct ScenarioFile {
    std::string id; ///< preset id, empty for a user's file
    std::string title;
    std::string about;                 ///< what it shows
    std::string source;                ///< where its figures come from
    std::string group;                 ///< menu heading of a shipped scenario
    std::vector<DerivedFrom> evidence; ///< measurements behind its figures
    Scenario scenario;
};

inline constexpr int scenario_format_version = 1;
inline constexpr std::size_t scenario_file_limit_bytes = 1 << 20;

/// Reads `{"kneepoint": 1, "title": ..., "scenario": {"workload.parameters": 7e9, "cluster.gpu": "h100-sxm", ...}}`.
/// Values are numbers, texts with units ("400 Gbit/s"), choice ids or true/false. Parameters that are absent keep their
/// defaults or the values of the chosen GPU, interconnect, model or stack, with the calibration's constants.
/// "calibration" is the name of the user's own runs behind "stack.own_…"; "evidence" lists the files its figures were
/// derived from. `place` names the input in error sentences,
/// which contain a JSON pointer and the allowed range. Unknown and duplicate keys are errors; a file is never partly
/// loaded.
[[nodiscard]] Result<ScenarioFile> parseScenario(
    std::string_view json, std::string_view place, const Calibration& calibration);

/// All parameters, in catalogue order; parseScenario reads back exactly the same scenario.
[[nodiscard]] std::string writeScenario(const ScenarioFile& file);

/// Reads a file of at most scenario_file_limit_bytes.
[[nodiscard]] Result<ScenarioFile> loadScenario(const std::filesystem::path& path, const Calibration& calibration);

} // namespace kneepoint
