// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/prediction_interval.h"
#include "model/evidence/measured_collective.h"
#include "model/evidence/measured_run.h"
#include "model/scenario/calibration.h"
#include "model/step/step_report.h"
#include "model/validation/meant_scenarios.h"
#include "model/validation/memory_validation.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// Predictions against measurements.
namespace kneepoint {

/// What the constants of a prediction have not seen.
enum class LeaveOut {
    nothing, ///< the shipped constants
    series,  ///< the run's series of the report
    source,  ///< all that the run's source measured
};

/// The step of the middle one of what the source may have meant.
[[nodiscard]] StepReport predictedReport(const MeasuredRun& run, const Calibration& calibration);
[[nodiscard]] double predictedStep(const MeasuredRun& run, const Calibration& calibration);
/// The same with other constants of GPUs and software than those that the run was read with.
[[nodiscard]] StepReport predictedReport(
    const MeasuredRun& run, const ConstantSet& constants, const Calibration& calibration);
/// … or with the shipped ones, or with those that have not seen its series or source.
[[nodiscard]] StepReport predictedReport(const MeasuredRun& run, LeaveOut leave_out, const Calibration& calibration);
/// Time of a collective of this size; `cluster` and `law` as measured, or with other constants.
[[nodiscard]] double predictedCollective(
    const MeasuredCollective& curve, const Cluster& cluster, const CollectiveLaw& law, double bytes);
/// The cluster of a curve with other constants of its links.
[[nodiscard]] Cluster clusterWith(const MeasuredCollective& curve, const LinkSet& links);
/// Kind of a point among the errors of collectives: "collectives-nvlink/small" up to 8 MiB, else ".../large".
[[nodiscard]] std::string collectiveKind(const MeasuredCollective& curve, double bytes);

/// One measurement and its prediction; a curve of a collective counts as one row, with its mean errors over
/// its points and the sums of their times.
struct RowError {
    std::string id, series;
    double measured_s = 0, predicted_s = 0;
    double low_s = 0, high_s = 0; ///< the stated interval
    double error = 0;             ///< |predicted/measured − 1|
    double bias = 0;              ///< predicted/measured − 1
    bool gate = true;             ///< false: doubtful, not counted in the summary
    double points = 0;            ///< of a curve; 0: no curve
    double inside = 0;            ///< points of the curve inside their stated interval
    /// Share inside the stated interval: 0 or 1 for a run.
    [[nodiscard]] double covered() const
    {
        return points > 0 ? inside / points : low_s <= measured_s && measured_s <= high_s ? 1 : 0;
    }
};
/// What a run's prediction rests on: its stack, or its like; a GPU of an architecture never measured is no data.
[[nodiscard]] Basis basisOf(const MeasuredRun& run, const Calibration& calibration);
/// With the interval as the calibration states it, or as learned without the run's own source.
[[nodiscard]] RowError rowError(
    const MeasuredRun& run, const StepReport& predicted, LeaveOut leave_out, const Calibration& calibration);

/// Errors of a series in per cent of the measured time; what is shown of it is listed in error_figure.h.
struct ErrorSummary {
    std::string series;
    std::size_t rows = 0, skipped = 0;
    double mape = 0, median = 0, p90 = 0, bias = 0;
    std::optional<double> coverage; ///< per cent of the rows that lie in their interval, where one was stated
};
[[nodiscard]] ErrorSummary summarise(std::string series, std::span<const RowError> rows);
/// The same of amounts of memory, for which no interval is stated.
[[nodiscard]] ErrorSummary summarise(std::string series, std::span<const MemoryError> figures);

struct ValidationRequest {
    std::string series; ///< this one only; empty: all
    LeaveOut leave_out = LeaveOut::nothing;
};

struct ValidationReport {
    std::vector<ErrorSummary> series; ///< by name; those of memory begin with "memory-"
    ErrorSummary dense;               ///< dense transformers together
    ErrorSummary summary;             ///< all training runs; all curves where there are no runs
    ErrorSummary memory;              ///< all amounts of memory, which are in none of the others
    std::vector<RowError> rows;
    std::vector<MemoryError> memory_figures;
    std::vector<SkippedRow> skipped;
};
[[nodiscard]] ValidationReport validate(
    const Measurements& measurements, const ValidationRequest& request, const Calibration& calibration);

} // namespace kneepoint
