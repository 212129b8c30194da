// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/calibrate.h"

#include "model/analysis/prediction_interval.h"
#include "model/scenario/catalogue.h"
#include "model/step/step_model.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

/// A factor, and how far measured stacks and GPUs scatter in it: standard deviation of the logarithm.
struct Unknown {
    std::string_view parameter;
    double OwnRuns::*factor;
    double spread;
};
constexpr std::array unknowns{
    Unknown{"stack.own_compute", &OwnRuns::compute, 0.15},
    Unknown{"stack.own_traffic", &OwnRuns::traffic, 0.4},
    Unknown{"stack.own_host", &OwnRuns::host, 0.5},
    Unknown{"stack.own_node", &OwnRuns::node, 0.4},
    Unknown{"stack.own_network", &OwnRuns::network, 0.6},
};
constexpr std::size_t count = unknowns.size();
constexpr double row_sigma = 0.05; ///< of the logarithm of a step: what no factor explains
constexpr double nine_of_ten = 1.645;

using Logs = std::array<double, count>;
using Matrix = std::array<Logs, count>;

Scenario withLogs(Scenario s, const Logs& logs)
{
    s.own_runs.used = true;
    for (std::size_t i = 0; i < count; ++i)
        s.own_runs.*unknowns[i].factor = std::exp(logs[i]);
    return s;
}

double logStep(const Scenario& s, const Logs& logs, const Calibration& calibration)
{
    return std::log(evaluate(withLogs(s, logs), calibration).step_s);
}

/// By how much the logarithm of a step grows with that of each factor.
Logs slopes(const Scenario& s, const Logs& logs, const Calibration& calibration)
{
    constexpr double difference = 1e-3;
    Logs result{};
    for (std::size_t i = 0; i < count; ++i) {
        Logs up = logs, down = logs;
        up[i] += difference;
        down[i] -= difference;
        result[i] = (logStep(s, up, calibration) - logStep(s, down, calibration)) / (2 * difference);
    }
    return result;
}

/// Solves a·x = b for a symmetric, positive definite a, by Gauss elimination without pivots.
Logs solved(Matrix a, Logs b)
{
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t i = k + 1; i < count; ++i) {
            const double share = a[i][k] / a[k][k];
            for (std::size_t j = k; j < count; ++j)
                a[i][j] -= share * a[k][j];
            b[i] -= share * b[k];
        }
    for (std::size_t k = count; k-- > 0;) {
        for (std::size_t j = k + 1; j < count; ++j)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return b;
}

double dot(const Logs& a, const Logs& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

/// What the priors and the rows know of the factors: the inverse of their covariance, and what is left to gain.
struct Normal {
    Matrix precision{};
    Logs gain{};
};

Normal normalAt(std::span<const OwnRow> rows, const Logs& logs, const Calibration& calibration)
{
    Normal n;
    for (std::size_t i = 0; i < count; ++i) {
        const double weight = 1 / (unknowns[i].spread * unknowns[i].spread);
        n.precision[i][i] = weight;
        n.gain[i] = -weight * logs[i];
    }
    for (const OwnRow& row : rows) {
        const double left = std::log(row.step_s) - logStep(row.scenario, logs, calibration);
        const Logs slope = slopes(row.scenario, logs, calibration);
        for (std::size_t i = 0; i < count; ++i) {
            n.gain[i] += slope[i] * left / (row_sigma * row_sigma);
            for (std::size_t j = 0; j < count; ++j)
                n.precision[i][j] += slope[i] * slope[j] / (row_sigma * row_sigma);
        }
    }
    return n;
}

/// Half the squared distance of rows and factors from what is expected of them.
double misfit(std::span<const OwnRow> rows, const Logs& logs, const Calibration& calibration)
{
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        sum += std::pow(logs[i] / unknowns[i].spread, 2);
    for (const OwnRow& row : rows)
        sum += std::pow((std::log(row.step_s) - logStep(row.scenario, logs, calibration)) / row_sigma, 2);
    return sum / 2;
}

/// Gauss-Newton; a step that would make it worse is halved.
Logs likeliest(std::span<const OwnRow> rows, const Calibration& calibration)
{
    constexpr int most_steps = 20;
    constexpr int most_halvings = 8;
    constexpr double settled = 1e-4;
    const double farthest = std::log(10.0); // the range of the factors
    Logs logs{};
    double now = misfit(rows, logs, calibration);
    for (int step = 0; step < most_steps; ++step) {
        const Normal n = normalAt(rows, logs, calibration);
        const Logs move = solved(n.precision, n.gain);
        double share = 1;
        for (int halving = 0; halving < most_halvings; ++halving, share /= 2) {
            Logs next = logs;
            for (std::size_t i = 0; i < count; ++i)
                next[i] = std::clamp(next[i] + share * move[i], -farthest, farthest);
            if (const double then = misfit(rows, next, calibration); then < now) {
                logs = next;
                now = then;
                break;
            }
        }
        if (dot(move, move) < settled * settled)
            break;
    }
    return logs;
}

/// What calibrated predictions keep of error, on the logarithm and for a step of kernels alone: learned from sources
/// of which three runs calibrate the rest.
double keptHalfWidth(const Scenario& s, const Calibration& calibration)
{
    const std::string kind = kindId(kindOf(s, Basis::calibrated));
    const auto& errors = calibration.constants->errors;
    const auto found = std::ranges::find(errors, kind, &ErrorKind::kind);
    return found == errors.end() ? nine_of_ten * row_sigma : std::log(found->high);
}

double meanError(std::span<const OwnRow> rows, const Logs& logs, const Calibration& calibration)
{
    double sum = 0;
    for (const OwnRow& row : rows)
        sum += std::abs(std::exp(logStep(row.scenario, logs, calibration)) / row.step_s - 1);
    return sum / static_cast<double>(rows.size());
}

} // namespace

CalibrationReport calibrate(const Scenario& job, std::span<const OwnRow> rows, const Calibration& calibration)
{
    Scenario plain = job;
    plain.own_runs = {};
    std::vector<OwnRow> asked(rows.begin(), rows.end());
    for (OwnRow& row : asked) {
        row.scenario.own_runs = {};
        row.scenario.own_runs.runs = 1;
    }
    plain.own_runs.runs = 1;
    const Logs logs = likeliest(asked, calibration);
    const Matrix precision = normalAt(asked, logs, calibration).precision;
    const Logs slope = slopes(plain, logs, calibration);
    const double open = nine_of_ten * std::sqrt(std::max(0.0, dot(slope, solved(precision, slope))));

    CalibrationReport report;
    report.scenario = withLogs(plain, logs);
    report.scenario.own_runs.runs = static_cast<double>(rows.size());
    report.scenario.own_runs.half_width = std::hypot(open, keptHalfWidth(plain, calibration));
    report.error_before = meanError(asked, {}, calibration);
    report.error_after = meanError(asked, logs, calibration);
    plain.own_runs = {};
    const StepReport before = evaluate(plain, calibration);
    const PredictionInterval interval = predictionInterval(plain, before, calibration);
    report.half_width_before = std::log(interval.high_s / before.step_s);
    const StepReport after = evaluate(report.scenario, calibration);
    report.half_width_after = std::log(predictionInterval(report.scenario, after, calibration).high_s / after.step_s);
    constexpr double noticed = 0.01;
    for (std::size_t i = 0; i < count; ++i)
        if (std::abs(logs[i]) > noticed)
            report.moved.push_back({unknowns[i].parameter, 1, std::exp(logs[i])});
    return report;
}

} // namespace kneepoint
