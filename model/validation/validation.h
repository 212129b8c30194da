// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measured_collective.h"
#include "model/evidence/measured_run.h"
#include "model/step/step_report.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/validation/memory_validation.h"
#include "model/validation/plausible_scenarios.h"
#include "model/validation/ran_memory.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Predictions against measurements.
namespace kneepoint {

/// The data that the constants of a prediction were fitted without.
enum class LeaveOut {
    nothing, ///< the shipped constants
    series,  ///< the run's series of the report
    source,  ///< everything measured by the run's source
};

/// The step of the median scenario consistent with the source.
[[nodiscard]] StepReport predictedReport(const MeasuredRun& run, const Calibration& calibration);
[[nodiscard]] double predictedStep(const MeasuredRun& run, const Calibration& calibration);
/// The run with other GPU and software constants than those with which it was loaded.
[[nodiscard]] MeasuredRun withConstants(MeasuredRun run, const ConstantSet& constants, const Calibration& calibration);
[[nodiscard]] StepReport predictedReport(
    const MeasuredRun& run, const ConstantSet& constants, const Calibration& calibration);
/// The same with the shipped constants, or with those fitted without its series or source.
[[nodiscard]] StepReport predictedReport(const MeasuredRun& run, LeaveOut leave_out, const Calibration& calibration);
/// Predicted time of a collective of this size, with the constants in `cluster` and `law`.
[[nodiscard]] double predictedCollective(
    const MeasuredCollective& curve, const Cluster& cluster, const CollectiveLaw& law, double bytes);
/// The cluster of a curve with the given link constants.
[[nodiscard]] Cluster clusterWith(const MeasuredCollective& curve, const LinkSet& links);
/// Kind of a point, for the errors of collectives: "collectives-nvlink/small" up to 8 MiB, else ".../large".
[[nodiscard]] std::string collectiveKind(const MeasuredCollective& curve, double bytes);

/// Score of a 90 % interval on the logarithm of time, lower is better: its width, plus 20 times the distance of the
/// measurement from it (Gneiting and Raftery 2007, doi:10.1198/016214506000001437, equation 43, α = 0.1). All times
/// positive.
[[nodiscard]] double intervalScore(double low, double high, double measured);

/// One measurement and its prediction; a curve of a collective counts as one row, with its mean errors over
/// its points and the sums of their times.
struct RowError {
    std::string id, series;
    double measured_s = 0, predicted_s = 0;
    double low_s = 0, high_s = 0; ///< the stated interval
    double error = 0;             ///< |predicted/measured − 1|
    double bias = 0;              ///< predicted/measured − 1
    bool gate = true;             ///< false: suspect, not counted in the summary
    double points = 0;            ///< of a curve; 0: not a curve
    double inside = 0;            ///< points of the curve inside their stated interval
    double curve_score = 0;       ///< mean interval score of the points of a curve
    Basis basis = Basis::none;
    bool generic = false;              ///< software that is not known: the generic stack of its family
    std::optional<RunKind::Work> work; ///< of a run
    /// Fraction inside the stated interval: 0 or 1 for a run.
    [[nodiscard]] double covered() const
    {
        return points > 0 ? inside / points : low_s <= measured_s && measured_s <= high_s ? 1 : 0;
    }
    /// Whether an interval is stated.
    [[nodiscard]] bool hasInterval() const { return low_s > 0 && high_s >= low_s; }
    [[nodiscard]] double score() const { return points > 0 ? curve_score : intervalScore(low_s, high_s, measured_s); }
};
/// The basis of a run's prediction: its stack or similar hardware; `none` for an architecture without measurements.
[[nodiscard]] Basis basisOf(const MeasuredRun& run, const Calibration& calibration);
/// With the interval of the calibration, or the one learned without the run's own source.
[[nodiscard]] RowError rowError(
    const MeasuredRun& run, const StepReport& predicted, LeaveOut leave_out, const Calibration& calibration);

/// Errors of a series in per cent of the measured time; the figures shown are listed in error_figure.h.
struct ErrorSummary {
    std::string series;
    std::size_t rows = 0, skipped = 0;
    double mape = 0, median = 0, p90 = 0, bias = 0;
    std::optional<double> coverage; ///< per cent of the rows inside their interval, if they have one
    std::optional<double> width;    ///< sharpness: median of high over low
    std::optional<double> score;    ///< mean interval score
};
[[nodiscard]] ErrorSummary summarize(std::string series, std::span<const RowError> rows);
/// The same for memory measurements, which have no interval.
[[nodiscard]] ErrorSummary summarize(std::string series, std::span<const MemoryError> figures);

struct ValidationRequest {
    std::string series; ///< only this one; empty: all
    LeaveOut leave_out = LeaveOut::nothing;
    TeamSetting setting = TeamSetting::tuned; ///< of runs that are not published ones: typical
};

struct ValidationReport {
    std::vector<ErrorSummary> series;   ///< sorted by name; memory series begin with "memory-"
    ErrorSummary dense;                 ///< dense transformers together
    std::vector<ErrorSummary> bases;    ///< all runs by what their predictions rest on
    std::vector<ErrorSummary> families; ///< all transformer runs by what they train
    ErrorSummary summary;               ///< all training runs, or all curves if there are no runs
    ErrorSummary memory;                ///< all memory measurements, which are in none of the others
    std::vector<RowError> rows;
    std::vector<MemoryError> memory_figures;
    std::vector<RanMemory> ran; ///< whether the runs that ran fit in memory; always with the shipped constants
    std::vector<SkippedRow> skipped;
};
[[nodiscard]] ValidationReport validate(
    const Measurements& measurements, const ValidationRequest& request, const Calibration& calibration);

} // namespace kneepoint
