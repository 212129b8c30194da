// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/scenario/error.h"
#include "model/scenario/scenario.h"
#include "model/scenario/units.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A measured run of the user's own job, as a question to the engine.
struct OwnRow {
    std::string name; ///< as its file calls it, or its place there: "row 2"
    Scenario scenario;
    double step_s = 0;       ///< measured; 0 where only memory was
    double memory_bytes = 0; ///< peak of the fullest GPU, measured; 0 where it was not
};

struct OwnRows {
    std::vector<OwnRow> rows;
    std::vector<std::pair<std::string, std::string>> refused; ///< name and reason
};

inline constexpr std::size_t most_own_rows = 1000;

/// What a row may have measured.
struct OwnMeasure {
    std::string_view name;  ///< in a row
    std::string_view label; ///< for people; empty for a second name of another
    Unit unit = Unit::none;
    double (*step)(const Scenario&, double value) = nullptr; ///< seconds of a step; none: it is memory, in bytes
};
[[nodiscard]] std::span<const OwnMeasure> ownMeasures();

/// A run as somebody states it: parameters by id with their text, as --set takes them, and what was measured.
struct StatedRun {
    std::string name;
    std::vector<std::pair<std::string_view, std::string>> settings;
    const OwnMeasure* measure = nullptr;
    std::string value; ///< with or without a unit
};
/// The job with what the run states in its place; the reason, where it cannot be used.
[[nodiscard]] Result<OwnRow> ownRow(const StatedRun& run, const Scenario& job, const Calibration& calibration);

/// Reads `{"rows": [...]}`, or the list alone. Every row is the job with what the row states in its place: parameters
/// by id ("plan.tensor_parallel": 4, with text as --set takes it or plain numbers), or a run as measurement files hold
/// it (objects "model", "cluster", "layout", "measured"), or a layout ("tp", "pp", "mbs", "step_time_s" …). What was
/// measured: `step_time_s` (or `step_s`), `tokens_per_s`, `tokens_per_s_per_gpu`, `examples_per_s` or `mfu`, and the
/// peak memory of the fullest GPU, `memory_bytes` or `mem_gb` (of 1e9 bytes). A row that cannot be used is refused with
/// its reason; only a text that holds no rows at all is an error.
[[nodiscard]] Result<OwnRows> parseOwnRows(
    std::string_view json, std::string_view place, const Scenario& job, const Calibration& calibration);
[[nodiscard]] Result<OwnRows> loadOwnRows(
    const std::filesystem::path& path, const Scenario& job, const Calibration& calibration);

} // namespace kneepoint
