// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/units/error.h"
#include "model/units/units.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A measured run of the user's own job, as a scenario to predict.
struct OwnRow {
    std::string name; ///< its name in the file, or its position: "row 2"
    Scenario scenario;
    double step_s = 0;       ///< measured; 0 if only memory was
    double memory_bytes = 0; ///< measured peak of the fullest GPU; 0 if not measured
};

struct OwnRows {
    std::vector<OwnRow> rows;
    std::vector<std::pair<std::string, std::string>> refused; ///< name and reason
};

/// The interval compares every row with all others, so that a thousand rows would take a quarter of a minute.
inline constexpr std::size_t most_own_rows = 256;

/// A quantity that a row may state as measured.
struct OwnMeasure {
    std::string_view name;  ///< in a row
    std::string_view label; ///< for people; empty for a second name of another
    Unit unit = Unit::none;
    double (*step)(const Scenario&, double value) = nullptr; ///< seconds of a step; null: memory, in bytes
};
[[nodiscard]] std::span<const OwnMeasure> ownMeasures();

/// What a run states, and the step that follows from it.
struct StatedStep {
    const OwnMeasure* measure = nullptr;
    double value = 0, step_s = 0;
};
/// Success if two quantities of a run are those of one step, but for rounding (5 %); an MFU also for how its operations
/// are counted, attention whole or causal, with or without recomputation (40 %). Else "contradicts itself", with both.
[[nodiscard]] Result<void> agreeing(const StatedStep& first, const StatedStep& second);

/// A run as entered by the user: parameters by id with their text, as in --set, and the measurement.
struct EnteredRun {
    std::string name;
    std::vector<std::pair<std::string_view, std::string>> settings;
    const OwnMeasure* measure = nullptr;
    std::string value; ///< with or without a unit
};
/// The job with the run's settings, or the reason if the run cannot be used.
[[nodiscard]] Result<OwnRow> ownRow(const EnteredRun& run, const Scenario& job, const Calibration& calibration);

/// Reads `{"rows": [...]}`, or the list alone. Every row is the job with the row's own settings: parameters by id
/// ("plan.tensor_parallel": 4, as text as in --set or as plain numbers), or a run as in measurement files (objects
/// "model", "cluster", "layout", "measured"), or a layout ("tp", "pp", "mbs", "step_time_s" …). What was measured:
/// `step_time_s` (or `step_s`), `tokens_per_s`, `tokens_per_s_per_gpu`, `examples_per_s` or `mfu`, and the peak memory
/// of the fullest GPU, `memory_bytes` or `mem_gb` (of 1e9 bytes); numbers, or texts with units ("3.2 s", "40 %"). Rows
/// with unknown keys, a layout that cannot run, or measurements of steps that differ by more than 5 % (an MFU: by more
/// than 40 %, since programs count operations in different ways) are not used. Rows that cannot be used are listed with
/// the reason; only a text without any rows is an error.
[[nodiscard]] Result<OwnRows> parseOwnRows(
    std::string_view json, std::string_view place, const Scenario& job, const Calibration& calibration);
[[nodiscard]] Result<OwnRows> loadOwnRows(
    const std::filesystem::path& path, const Scenario& job, const Calibration& calibration);

} // namespace kneepoint
