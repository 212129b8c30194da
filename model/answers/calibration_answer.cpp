// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/calibration_answer.h"

#include "model/calibrate/calibration_words.h"
#include "model/calibrate/evidence_worth.h"
#include "model/constants/calibration.h"
#include "model/step/step_model.h"

#include <fmt/format.h>

namespace kneepoint {

namespace {

Json refusedJson(const OwnRows& rows)
{
    Json json = Json::array();
    for (const auto& [row, reason] : rows.refused)
        json.push_back({{"row", row}, {"reason", reason}});
    return json;
}

Json scalingFitJson(const ScalingFit& fit)
{
    const auto intervalJson = [](const std::optional<Interval>& interval) {
        return interval ? Json{number(interval->low), number(interval->high)} : Json();
    };
    Json runs = Json::array();
    for (const FittedRun& run : fit.runs)
        runs.push_back({{"run", run.name}, {"gpus", number(run.gpus)}, {"measured_s", run.measured_s},
            {"fitted_s", run.fitted_s}, {"left_out_s", run.left_out_s > 0 ? Json(run.left_out_s) : Json()}});
    const ScalingOutlook& outlook = fit.outlook;
    return {{"runs", runs}, {"error", 100 * fit.error},
        {"left_out_error", fit.runs.size() > 1 ? Json(100 * fit.left_out_error) : Json()},
        {"measured_efficiency", fit.measured_efficiency > 0 ? Json(fit.measured_efficiency) : Json()},
        {"measured_knee_gpus", intervalJson(fit.measured_knee)}, {"knee", outlook.knee ? Json(*outlook.knee) : Json()},
        {"knee_interval", intervalJson(outlook.knee_interval)},
        {"expected",
            {{"gpus", number(outlook.gpus)}, {"efficiency", outlook.efficiency},
                {"interval", intervalJson(outlook.efficiency_interval)}}},
        {"sentence", outlook.sentence}};
}

/// What evidence is worth to this job before its calibration.
Json worthJson(Scenario job, const Calibration& calibration)
{
    job.own_runs = {};
    Json json = Json::array();
    for (const EvidenceWorth& one : evidenceWorth(job, evaluate(job, calibration), calibration))
        json.push_back({{"id", one.id}, {"label", one.label}, {"interval", intervalPercent(one.half_width)}});
    return json;
}

} // namespace

Result<void> checkRows(const OwnRows& rows, std::string_view place)
{
    if (rows.rows.empty() && rows.refused.empty())
        return failure(fmt::format("{}: it has no rows", place));
    if (rows.rows.empty())
        return failure(fmt::format(
            "{}: no row can be used; {}: {}", place, rows.refused.front().first, rows.refused.front().second));
    if (const std::string_view missing = missingMeasurement(rows.rows); !missing.empty())
        return failure(fmt::format("{}: {}", place, missing));
    return {};
}

Json calibrationJson(
    const CalibrationReport& report, const OwnRows& rows, const ScalingFit& fit, const Calibration& calibration)
{
    Json json = {{"error_before", 100 * report.error_before}, {"error_after", 100 * report.error_after},
        {"interval_before", intervalPercent(report.half_width_before)},
        {"interval_after", intervalPercent(report.half_width_after)}, {"constants", Json::object()},
        {"rows_used", rows.rows.size()}, {"rows_refused", refusedJson(rows)}, {"scaling", scalingFitJson(fit)},
        {"evidence_worth", worthJson(report.scenario, calibration)}};
    if (report.scenario.own_runs.memory_runs > 0) {
        json["memory_error_before"] = 100 * report.memory_error_before;
        json["memory_error_after"] = 100 * report.memory_error_after;
    }
    for (const MovedFactor& moved : report.moved)
        json["constants"][std::string(moved.parameter)] = {{"before", moved.before}, {"after", moved.after}};
    return json;
}

} // namespace kneepoint
