// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/factor_estimate.h"

#include "model/analysis/prediction_spread.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::size_t count = own_factor_count;

double logStep(const OwnRow& row, const FactorLogs& logs, const Calibration& calibration)
{
    return logStepWith(row.scenario, logs, calibration);
}

/// By how much the logarithm of a step grows with that of each factor.
FactorLogs slopes(const Scenario& s, const FactorLogs& logs, const Calibration& calibration)
{
    constexpr double difference = 1e-2;
    FactorLogs result{};
    for (std::size_t i = 0; i < count; ++i) {
        FactorLogs up = logs, down = logs;
        up[i] += difference;
        down[i] -= difference;
        result[i] = (logStepWith(s, up, calibration) - logStepWith(s, down, calibration)) / (2 * difference);
    }
    return result;
}

/// Solves a·x = b for a symmetric, positive definite a, by Gauss elimination without pivots.
FactorLogs solved(FactorMatrix a, FactorLogs b)
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

FactorMatrix inverse(const FactorMatrix& a)
{
    FactorMatrix all{};
    for (std::size_t i = 0; i < count; ++i) {
        FactorLogs unit{};
        unit[i] = 1;
        all[i] = solved(a, unit);
    }
    return all;
}

enum class Loss { square, cauchy };

/// Deviations from which on the Cauchy loss lets go; with it, 95 % as efficient as least squares for normal errors.
constexpr double cauchy_width = 2.385;
/// Mean of weight × square for normal errors of one standard deviation.
constexpr double weighed_square = 0.6974;

/// Weight of a run that lies this many standard deviations off.
double weightOf(double deviations, Loss loss)
{
    const double wide = deviations / cauchy_width;
    return loss == Loss::square ? 1 : 1 / (1 + wide * wide);
}

double lossOf(double deviations, Loss loss)
{
    const double wide = deviations / cauchy_width;
    const double square = loss == Loss::square ? wide * wide : std::log1p(wide * wide);
    return cauchy_width * cauchy_width * square / 2;
}

/// The rows and how they are weighed.
struct Question {
    std::span<const OwnRow> rows;
    const FactorSpreads& spreads;
    const Calibration& calibration;
    Loss loss = Loss::cauchy;
};

double misfit(const Question& q, const FactorLogs& logs)
{
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        sum += lossOf(logs[i] / q.spreads.factors[i], Loss::square);
    for (const OwnRow& row : q.rows)
        sum += lossOf((std::log(row.step_s) - logStep(row, logs, q.calibration)) / q.spreads.row, q.loss);
    return sum;
}

/// What the spreads and the rows know of the factors: the inverse of their covariance, and what is left to gain.
struct Normal {
    FactorMatrix precision{};
    FactorLogs gain{};
};

Normal normalAt(const Question& q, const FactorLogs& logs)
{
    Normal n;
    for (std::size_t i = 0; i < count; ++i) {
        const double weight = 1 / (q.spreads.factors[i] * q.spreads.factors[i]);
        n.precision[i][i] = weight;
        n.gain[i] = -weight * logs[i];
    }
    const double variance = q.spreads.row * q.spreads.row;
    for (const OwnRow& row : q.rows) {
        const double left = std::log(row.step_s) - logStep(row, logs, q.calibration);
        const double weight = weightOf(left / q.spreads.row, q.loss) / variance;
        const FactorLogs slope = slopes(row.scenario, logs, q.calibration);
        for (std::size_t i = 0; i < count; ++i) {
            n.gain[i] += weight * slope[i] * left;
            for (std::size_t j = 0; j < count; ++j)
                n.precision[i][j] += weight * slope[i] * slope[j];
        }
    }
    return n;
}

/// Gauss-Newton from a start; a step that would make it worse is halved.
FactorLogs likeliest(const Question& q, FactorLogs logs)
{
    constexpr int most_steps = 20;
    constexpr int most_halvings = 8;
    constexpr double settled = 1e-4;
    const double farthest = std::log(10.0); // the range of the factors
    double now = misfit(q, logs);
    for (int step = 0; step < most_steps; ++step) {
        const Normal n = normalAt(q, logs);
        const FactorLogs move = solved(n.precision, n.gain);
        double share = 1, moved = 0;
        for (int halving = 0; halving < most_halvings; ++halving, share /= 2) {
            FactorLogs next = logs;
            for (std::size_t i = 0; i < count; ++i)
                next[i] = std::clamp(next[i] + share * move[i], -farthest, farthest);
            if (const double then = misfit(q, next); then < now) {
                moved = now - then;
                logs = next;
                now = then;
                break;
            }
        }
        if (moved < settled)
            break;
    }
    return logs;
}

double rowVariance(const Question& q, const FactorLogs& logs)
{
    double sum = 0;
    for (const OwnRow& row : q.rows) {
        const double left = std::log(row.step_s) - logStep(row, logs, q.calibration);
        sum += weightOf(left / q.spreads.row, Loss::cauchy) * left * left / weighed_square;
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, q.rows.size()));
}

} // namespace

FactorEstimate estimateFactors(
    std::span<const OwnRow> rows, const FactorSpreads& spreads, const Calibration& calibration)
{
    const Question q{rows, spreads, calibration};
    FactorEstimate best;
    best.misfit = INFINITY;
    // The loss has several minima: one where the runs agree with the prediction, one where they agree with each other.
    const FactorLogs together = likeliest({rows, spreads, calibration, Loss::square}, {});
    for (const FactorLogs& start : {FactorLogs{}, together}) {
        const FactorLogs logs = likeliest(q, start);
        if (const double left = misfit(q, logs); left < best.misfit) {
            best.logs = logs;
            best.misfit = left;
        }
    }
    best.covariance = inverse(normalAt(q, best.logs).precision);
    best.row_variance = rowVariance(q, best.logs);
    return best;
}

double openVariance(const Scenario& s, const FactorEstimate& estimate, const Calibration& calibration)
{
    const FactorLogs slope = slopes(s, estimate.logs, calibration);
    double variance = 0;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
            variance += slope[i] * estimate.covariance[i][j] * slope[j];
    return std::max(0.0, variance);
}

double rowDeviation(std::span<const OwnRow> rows, const FactorSpreads& spreads, const Calibration& calibration)
{
    constexpr double worth = 4; // runs that the spreads weigh as much as
    constexpr std::size_t most_parts = 10;
    double squares = worth * spreads.row * spreads.row, runs = worth;
    const std::size_t parts = std::min(rows.size(), most_parts);
    for (std::size_t part = 0; part < parts; ++part) {
        std::vector<OwnRow> others;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (i % parts != part)
                others.push_back(rows[i]);
        const FactorEstimate estimate = estimateFactors(others, spreads, calibration);
        for (std::size_t i = part; i < rows.size(); i += parts) {
            const double off = std::log(rows[i].step_s) - logStep(rows[i], estimate.logs, calibration);
            squares += std::max(0.0, off * off - openVariance(rows[i].scenario, estimate, calibration));
            ++runs;
        }
    }
    return std::sqrt(squares / runs);
}

} // namespace kneepoint
