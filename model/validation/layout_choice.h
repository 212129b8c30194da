// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/cost/fit_chance.h"
#include "model/cost/memory_use.h"
#include "model/scenario/scenario.h"
#include "model/units/error.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Whether the engine chooses the layout that was measured to be the fastest, judged on published sweeps over many
/// layouts of one job, including those that ran out of memory.
namespace kneepoint {

/// The outcome of a measured layout.
enum class LayoutEnd { ran, out_of_memory, failed };
/// Its name in JSON: "out_of_memory".
[[nodiscard]] std::string_view layoutEndId(LayoutEnd end);

struct MeasuredLayout {
    std::string id, group;
    Scenario scenario;
    LayoutEnd end = LayoutEnd::ran;
    double step_s = 0; ///< measured; 0 if it did not run
};

struct MeasuredLayouts {
    std::vector<MeasuredLayout> rows;
    std::vector<std::pair<std::string, int>> skipped; ///< reason and number of rows
};

inline constexpr std::size_t layout_file_limit_bytes = 64 << 20;
/// Reads `{"rows": [{"rank_group", "model", "gpus", "tp", "pp", "mbs", "status", "step_time_s", ...}]}`; if a row does
/// not state its software, it is the name of its source in "sources". Rows that belong to no group, do not state their
/// layout, or are flagged as suspect by their source are skipped. Failures without a stated cause count as out of
/// memory if the source considers that likely.
[[nodiscard]] Result<MeasuredLayouts> parseMeasuredLayouts(
    std::string_view json, std::string_view place, const Calibration& calibration);
[[nodiscard]] Result<MeasuredLayouts> loadMeasuredLayouts(
    const std::filesystem::path& path, const Calibration& calibration);

enum class FirstChoice { ok, out_of_memory, none_fits };
[[nodiscard]] std::string_view firstChoiceId(FirstChoice choice);

/// Numbers of layouts by predicted and actual outcome. Failures of unknown cause are left out.
struct MemoryOutcomes {
    double fits_ran = 0, fits_failed = 0, too_large_ran = 0, too_large_failed = 0;
    [[nodiscard]] double all() const { return fits_ran + fits_failed + too_large_ran + too_large_failed; }
    /// Fraction predicted correctly; 1 if there are no layouts.
    [[nodiscard]] double right() const { return all() > 0 ? (fits_ran + too_large_failed) / all() : 1; }
    /// Recall: fraction of the failed layouts that were predicted to fail; 1 if none failed.
    [[nodiscard]] double recall() const
    {
        const double failed = fits_failed + too_large_failed;
        return failed > 0 ? too_large_failed / failed : 1;
    }
    /// False alarms: fraction of the layouts that ran but were predicted to fail; 0 if none ran.
    [[nodiscard]] double falseAlarms() const
    {
        const double ran = fits_ran + too_large_ran;
        return ran > 0 ? too_large_ran / ran : 0;
    }
    void add(const MemoryOutcomes& other);
};

/// Errors of predicted steps for the layouts that ran, as fractions.
struct StepErrors {
    double rows = 0;
    double mape = 0, bias = 0;
    double coverage = 0; ///< inside the stated interval
};

/// A predicted step and its 90 % interval.
struct PredictedStep {
    double step_s = 0, low_s = 0, high_s = 0;
};

/// A measured layout and what is predicted for it.
struct JudgedLayout {
    std::string id;
    LayoutEnd end = LayoutEnd::ran;
    double measured_s = 0; ///< 0 if it did not run
    PredictedStep predicted;
    MemoryUse memory = {};
    bool calibrates = false; ///< one of the three that its group is calibrated with
    /// The step after calibration, where LayoutGroup::calibrated counts it.
    std::optional<PredictedStep> calibrated = {};
};

/// The layouts of one job.
struct LayoutGroup {
    std::string name;
    std::vector<JudgedLayout> rows; ///< by predicted step
    double layouts = 0, ran = 0;
    /// Kendall's rank correlation (tau-b) of predicted and measured step times; nothing below three that ran.
    std::optional<double> tau;
    FirstChoice first_choice = FirstChoice::none_fits;
    bool chosen_covered = false; ///< the measured step of the first choice lies inside its stated interval
    std::string chosen, best;    ///< ids: the choice of automatic planning among them, and the fastest measured one
    /// Measured time of the chosen layout relative to the best, minus 1. If the first choice did not run, that of the
    /// next one that did; nothing if none did, or with fewer than two candidates.
    std::optional<double> regret;
    /// Predicted step of the first choice over its measured one, minus 1; nothing if it did not run. The choice is
    /// where a noisy model is most optimistic, so its bias is worse than that of all layouts.
    std::optional<double> chosen_error;
    /// How much more optimistic the prediction of the first choice is than those of the group's layouts on average, as
    /// a fraction below 0: what choosing itself adds to the error. Nothing below three layouts that ran.
    std::optional<double> optimism;
    bool best_fits = true; ///< the measured best is predicted to fit
    MemoryOutcomes memory;
    MemoryOutcomes
        likely_memory; ///< counting a layout as fitting only with a probability of at least likely_fit_chance
    StepErrors steps;
    /// The same for the other layouts after calibration with the three most informative ones (mostInformative); nothing
    /// for fewer than six.
    std::optional<StepErrors> calibrated;
};

struct LayoutValidation {
    std::vector<LayoutGroup> groups; ///< by name
    MemoryOutcomes memory, likely_memory;
    double median_regret = 0;   ///< over the groups that have one
    double within_5 = 0;        ///< fraction of them with a regret of at most 5 %
    double within_10 = 0;       ///< … 10 %
    double first_choice_ok = 0; ///< fraction of all groups
    double chosen_bias = 0;     ///< median of LayoutGroup::chosen_error
    double chosen_mape = 0;     ///< mean of its absolute values
    double chosen_covered = 0;  ///< fraction of the first choices that ran inside their stated interval
    double optimism = 0;        ///< median of LayoutGroup::optimism
    std::vector<std::pair<std::string, int>> skipped;
};
[[nodiscard]] LayoutValidation validateLayouts(const MeasuredLayouts& layouts, const Calibration& calibration);

} // namespace kneepoint
