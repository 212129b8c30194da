// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibrate.h"

#include "model/analysis/prediction_interval.h"
#include "model/analysis/prediction_spread.h"
#include "model/calibrate/factor_estimate.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// By how many spreads nine of ten calibrated predictions are off at most: learned from sources of which three runs
/// calibrate the rest.
double deviationsKept(const Scenario& s, const Calibration& calibration)
{
    const auto& errors = calibration.constants->errors;
    const auto found = std::ranges::find(errors, kindId(kindOf(s, Basis::calibrated)), &ErrorKind::kind);
    return found == errors.end() ? nine_of_ten : std::log(found->high);
}

double meanError(std::span<const OwnRow> rows, const FactorLogs& logs, const Calibration& calibration)
{
    double sum = 0;
    for (const OwnRow& row : rows)
        sum += std::abs(std::exp(logStepWith(row.scenario, logs, calibration)) / row.step_s - 1);
    return sum / static_cast<double>(rows.size());
}

double halfWidth(const Scenario& s, const Calibration& calibration)
{
    const StepReport step = evaluate(s, calibration);
    const PredictionInterval interval = predictionInterval(s, step, calibration);
    return std::log(interval.high_s / interval.low_s) / 2;
}

} // namespace

CalibrationReport calibrate(const Scenario& job, std::span<const OwnRow> rows, const Calibration& calibration)
{
    Scenario plain = job;
    plain.own_runs = {};
    const FactorSpreads spreads = spreadsFor(plain, calibration);
    const FactorEstimate estimate = estimateFactors(rows, spreads, calibration);

    CalibrationReport report;
    report.scenario = plain;
    OwnRuns& own = report.scenario.own_runs;
    own.used = true;
    own.name = job.own_runs.name;
    own.runs = static_cast<double>(rows.size());
    for (std::size_t i = 0; i < own_factor_count; ++i)
        own.*own_factors[i].value = std::exp(estimate.logs[i]);
    report.spread =
        std::hypot(std::sqrt(openVariance(plain, estimate, calibration)), rowDeviation(rows, spreads, calibration));
    own.half_width = report.spread * deviationsKept(plain, calibration);
    report.error_before = meanError(rows, {}, calibration);
    report.error_after = meanError(rows, estimate.logs, calibration);
    report.half_width_before = halfWidth(plain, calibration);
    report.half_width_after = halfWidth(report.scenario, calibration);
    constexpr double noticed = 0.01;
    for (std::size_t i = 0; i < own_factor_count; ++i)
        if (std::abs(estimate.logs[i]) > noticed)
            report.moved.push_back({own_factors[i].parameter, 1, std::exp(estimate.logs[i])});
    return report;
}

} // namespace kneepoint
