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
#include <iterator>
#include <tuple>
#include <vector>

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

/// The likeliest factors while those whose uncertainty the rows hardly reduce stay at 1: what one job shows of them is
/// left to the factors that it does show, as moving all of them a little is worse on other jobs.
FactorLogs heldLogs(
    std::span<const OwnRow> rows, FactorPrior prior, const FactorEstimate& estimate, const Calibration& calibration)
{
    constexpr double as_open = 0.8; // of the variance
    constexpr double fixed = 1e-18;
    bool any = false;
    for (std::size_t i = 0; i < own_factor_count; ++i) {
        if (estimate.covariance[i][i] < as_open * prior.covariance[i][i])
            continue;
        for (std::size_t k = 0; k < own_factor_count; ++k)
            prior.covariance[i][k] = prior.covariance[k][i] = 0;
        prior.covariance[i][i] = fixed;
        any = true;
    }
    return any ? estimateFactors(rows, prior, calibration).logs : estimate.logs;
}

} // namespace

RowsFit fitRows(const Scenario& job, std::span<const OwnRow> given, const Calibration& calibration)
{
    std::vector<OwnRow> rows(given.begin(), given.end()); // in an order of their own, so that theirs decides nothing
    std::ranges::sort(rows, {}, [](const OwnRow& row) {
        const Scenario& s = row.scenario;
        return std::tuple(row.step_s, s.cluster.gpus, s.plan.tensor_parallel, s.plan.pipeline_parallel,
            s.workload.batch_per_gpu, s.workload.global_batch);
    });
    Scenario plain = job;
    plain.own_runs = {};
    const FactorPrior prior = priorFor(plain, spreadsFor(plain, calibration));
    RowsFit fit{estimateFactors(rows, prior, calibration), {}, rowDeviation(rows, prior, calibration),
        static_cast<double>(rows.size())};
    fit.estimate.logs = heldLogs(rows, prior, fit.estimate, calibration);
    fit.open = openFactors(rows, prior, fit.estimate.covariance, fit.estimate.logs, calibration);
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
        own.*own_factors[i].value = std::exp(fit.estimate.logs[i]);
    own.open = fit.open;
    own.job = sizesOf(plain);
    own.half_width = fit.deviation * calibratedDeviations(plain, calibration.constants->errors);
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
    report.deviation = fit.deviation;
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
