// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibrate.h"

#include "model/catalogue/catalogue.h"
#include "model/constants/physics.h"
#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/uncertainty/prediction_spread.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace kneepoint {
namespace {

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

/// Memory of the rows that state it, with this factor.
double memoryError(std::span<const OwnRow> rows, double factor)
{
    double sum = 0;
    for (const OwnRow& row : rows) {
        Scenario s = row.scenario;
        s.own_runs = {.used = true, .runs = 1, .memory = factor};
        sum += std::abs(memoryUse(resolveWithoutLaw(s)).total() / row.memory_bytes - 1);
    }
    return rows.empty() ? 0 : sum / static_cast<double>(rows.size());
}

/// Mean of the rows' logarithms, shrunk according to their independent errors. Training state and gathered layers are
/// counted, not estimated: a row below them means that almost nothing else is in memory.
double memoryFactor(std::span<const OwnRow> rows)
{
    const Range& range = parameter("stack.own_memory").range;
    double sum = 0;
    for (const OwnRow& row : rows) {
        Scenario s = row.scenario;
        s.own_runs = {};
        const MemoryUse use = memoryUse(resolveWithoutLaw(s));
        const double state = use.weights + use.gradients + use.optimizer + use.gathered;
        const double held = use.total() - state;
        sum += held > 0 ? std::log(std::clamp((row.memory_bytes - state) / held, range.min, range.max)) : 0;
    }
    const auto runs = static_cast<double>(rows.size());
    const double shared = runs * shared_memory_error;
    return rows.empty() ? 1 : std::exp(sum / runs * shared / (shared + 1 - shared_memory_error));
}

std::vector<OwnRow> rowsWith(std::span<const OwnRow> rows, double OwnRow::*measured)
{
    std::vector<OwnRow> some;
    std::ranges::copy_if(rows, std::back_inserter(some), [&](const OwnRow& row) { return row.*measured > 0; });
    return some;
}

void addMemory(CalibrationReport& report, const std::vector<OwnRow>& rows)
{
    OwnRuns& own = report.scenario.own_runs;
    own.memory = memoryFactor(rows);
    own.memory_runs = static_cast<double>(rows.size());
    report.memory_error_before = memoryError(rows, 1);
    report.memory_error_after = memoryError(rows, own.memory);
}

/// Without the uncertainty of factors the runs contain no information about, which is added for each step that depends
/// on them.
FactorEstimate withoutUnconstrained(FactorEstimate estimate)
{
    for (std::size_t i = 0; i < own_factor_count; ++i)
        for (std::size_t k = 0; k < own_factor_count; ++k)
            if (!estimate.constrained[i] || !estimate.constrained[k])
                estimate.covariance[i][k] = 0;
    return estimate;
}

/// Exactly 1 means that the runs contain no information about a factor; a confirmed factor is slightly different
/// from 1.
double factorOf(const FactorEstimate& estimate, std::size_t i)
{
    constexpr double hair = 1e-8;
    const double log = estimate.logs[i];
    return !estimate.constrained[i] ? 1 : std::exp(std::abs(log) < hair ? hair : log);
}

/// The likeliest factors while those that the rows say little about stay at 1, as the calibrated scenario has them.
FactorLogs heldLogs(
    std::span<const OwnRow> rows, FactorPrior prior, const FactorEstimate& estimate, const Calibration& calibration)
{
    if (std::ranges::all_of(estimate.constrained, std::identity()))
        return estimate.logs;
    constexpr double fixed = 1e-18;
    for (std::size_t i = 0; i < own_factor_count; ++i) {
        if (estimate.constrained[i])
            continue;
        for (std::size_t k = 0; k < own_factor_count; ++k)
            prior.covariance[i][k] = prior.covariance[k][i] = 0;
        prior.covariance[i][i] = fixed;
    }
    return estimateFactors(rows, prior, calibration).logs;
}

/// Before the learned multiplier.
double spreadOf(const Scenario& plain, const RowsFit& fit, const Calibration& calibration)
{
    return std::hypot(std::sqrt(openVariance(plain, withoutUnconstrained(fit.estimate), calibration)), fit.deviation);
}

} // namespace

RowsFit fitRows(const Scenario& job, std::span<const OwnRow> rows, const Calibration& calibration)
{
    Scenario plain = job;
    plain.own_runs = {};
    const FactorPrior prior = priorFor(plain, spreadsFor(plain, calibration));
    RowsFit fit{estimateFactors(rows, prior, calibration), rowDeviation(rows, prior, calibration),
        static_cast<double>(rows.size())};
    fit.estimate.logs = heldLogs(rows, prior, fit.estimate, calibration);
    return fit;
}

OwnRuns ownRunsOf(const Scenario& job, const RowsFit& fit, const Calibration& calibration)
{
    Scenario plain = job;
    plain.own_runs = {};
    OwnRuns own;
    own.used = true;
    own.runs = fit.runs;
    for (std::size_t i = 0; i < own_factor_count; ++i)
        own.*own_factors[i].value = factorOf(fit.estimate, i);
    own.half_width = spreadOf(plain, fit, calibration) * calibratedDeviations(plain, calibration.constants->errors);
    return own;
}

CalibrationReport calibrate(const Scenario& job, std::span<const OwnRow> all, const Calibration& calibration)
{
    const std::vector<OwnRow> rows = rowsWith(all, &OwnRow::step_s);
    Scenario plain = job;
    plain.own_runs = {};
    const RowsFit fit = fitRows(plain, rows, calibration);

    CalibrationReport report;
    report.scenario = plain;
    report.spread = spreadOf(plain, fit, calibration);
    OwnRuns& own = report.scenario.own_runs;
    own = ownRunsOf(plain, fit, calibration);
    own.name = job.own_runs.name;
    report.error_before = meanError(rows, {}, calibration);
    report.error_after = meanError(rows, logsOf(own), calibration);
    report.half_width_before = halfWidth(plain, calibration);
    report.half_width_after = halfWidth(report.scenario, calibration);
    addMemory(report, rowsWith(all, &OwnRow::memory_bytes));
    constexpr double noticed = 0.01;
    for (const OwnFactor& factor : own_factors)
        if (std::abs(std::log(own.*factor.value)) > noticed)
            report.moved.push_back({factor.parameter, 1, own.*factor.value});
    if (std::abs(std::log(own.memory)) > noticed)
        report.moved.push_back({"stack.own_memory", 1, own.memory});
    return report;
}

} // namespace kneepoint
