// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/scenario/error.h"
#include "model/scenario/scenario.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Does the engine choose the layout that was measured to be the best? Answered from published sweeps of many layouts
/// of one job, with those that ran out of memory.
namespace kneepoint {

/// How a measured layout ended.
enum class LayoutEnd { ran, out_of_memory, failed };

struct MeasuredLayout {
    std::string id, group;
    Scenario scenario;
    LayoutEnd end = LayoutEnd::ran;
    double step_s = 0; ///< measured; 0 where it did not run
};

struct MeasuredLayouts {
    std::vector<MeasuredLayout> rows;
    std::vector<std::pair<std::string, int>> skipped; ///< reason and number of rows
};

inline constexpr std::size_t layout_file_limit_bytes = 64 << 20;
/// Reads `{"rows": [{"rank_group", "model", "gpus", "tp", "pp", "mbs", "status", "step_time_s", ...}]}`; the software
/// of a row that names none is the name of its source in "sources". Rows that belong to no group, that do not state
/// their layout, or whose measurement its source doubts are skipped. Failures without a stated cause count as out of
/// memory where the source finds that likely.
[[nodiscard]] Result<MeasuredLayouts> parseMeasuredLayouts(
    std::string_view json, std::string_view place, const Calibration& calibration);
[[nodiscard]] Result<MeasuredLayouts> loadMeasuredLayouts(
    const std::filesystem::path& path, const Calibration& calibration);

enum class FirstChoice { ok, out_of_memory, none_fits };
[[nodiscard]] std::string_view firstChoiceId(FirstChoice choice);

/// Chance from which on a job is likely to fit: four times in five. The verdict itself takes what fits at even odds.
inline constexpr double likely_fit_chance = 0.8;

/// Layouts counted by what was predicted and what happened. Failures of unknown cause are left out.
struct MemoryOutcomes {
    double fits_ran = 0, fits_failed = 0, too_large_ran = 0, too_large_failed = 0;
    [[nodiscard]] double all() const { return fits_ran + fits_failed + too_large_ran + too_large_failed; }
    /// Share predicted right; 1 where there is none.
    [[nodiscard]] double right() const { return all() > 0 ? (fits_ran + too_large_failed) / all() : 1; }
    /// Share of those that failed which were predicted to; 1 where none failed.
    [[nodiscard]] double recall() const
    {
        const double failed = fits_failed + too_large_failed;
        return failed > 0 ? too_large_failed / failed : 1;
    }
    /// Share of those that ran which were predicted to fail; 0 where none ran.
    [[nodiscard]] double falseAlarms() const
    {
        const double ran = fits_ran + too_large_ran;
        return ran > 0 ? too_large_ran / ran : 0;
    }
    void add(const MemoryOutcomes& other);
};

/// Predicted against measured steps of the layouts that ran; shares.
struct StepErrors {
    double rows = 0;
    double mape = 0, bias = 0;
    double coverage = 0; ///< inside the stated interval
};

/// The layouts of one job.
struct LayoutGroup {
    std::string name;
    double layouts = 0, ran = 0;
    /// Kendall's rank correlation (tau-b) of predicted and measured step times; nothing below three that ran.
    std::optional<double> tau;
    FirstChoice first_choice = FirstChoice::none_fits;
    std::string chosen, best; ///< ids: what automatic planning would choose of them, and measured the fastest
    /// Measured time of the chosen layout over the best, − 1. Where the first choice did not run, of the next that did;
    /// nothing where none did, or with fewer than two to choose from.
    std::optional<double> regret;
    bool best_fits = true; ///< the measured best is predicted to fit
    MemoryOutcomes memory;
    MemoryOutcomes likely_memory; ///< counting as fitting only what has likely_fit_chance
    StepErrors steps;
    /// The same after the three most telling of the layouts (mostTelling) have calibrated the others; nothing below
    /// six.
    std::optional<StepErrors> calibrated;
};

struct LayoutValidation {
    std::vector<LayoutGroup> groups; ///< by name
    MemoryOutcomes memory, likely_memory;
    double median_regret = 0;   ///< over groups that have one
    double within_5 = 0;        ///< share of them with a regret of at most 5 %
    double within_10 = 0;       ///< … 10 %
    double first_choice_ok = 0; ///< share of all groups
    std::vector<std::pair<std::string, int>> skipped;
};
[[nodiscard]] LayoutValidation validateLayouts(const MeasuredLayouts& layouts, const Calibration& calibration);

} // namespace kneepoint
