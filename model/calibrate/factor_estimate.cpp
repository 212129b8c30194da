// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/factor_estimate.h"

#include "model/catalogue/catalogue.h"
#include "model/constants/physics.h"
#include "model/uncertainty/job_likeness.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/uncertainty/prediction_spread.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::size_t count = own_factor_count;
using Vector = Eigen::Matrix<double, static_cast<int>(count), 1>;
using Matrix = Eigen::Matrix<double, static_cast<int>(count), static_cast<int>(count), Eigen::RowMajor>;

Eigen::Map<const Vector> vectorOf(const FactorLogs& logs)
{
    return Eigen::Map<const Vector>(logs.data());
}

double logStep(const OwnRow& row, const FactorLogs& logs, const Calibration& calibration)
{
    return logStepWith(row.scenario, logs, calibration);
}

/// Derivatives of the logarithm of a step with respect to the logarithm of each factor.
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

/// The logarithm of a factor, within the range of its parameter.
double inRange(std::size_t factor, double log)
{
    const Parameter& p = parameter(own_factors[factor].parameter);
    return std::clamp(log, std::log(p.range.min), std::log(p.range.max));
}

enum class Loss { square, cauchy };

/// Scale of the Cauchy loss in standard deviations; 95 % efficiency relative to least squares for normal errors.
constexpr double cauchy_width = 2.385;
/// Mean of weight × square for normal errors of one standard deviation.
constexpr double weighed_square = 0.6974;

/// Weight of a run with this error in standard deviations.
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

/// The rows and their weights.
struct Question {
    std::span<const OwnRow> rows;
    const FactorPrior& prior;
    Matrix known; ///< inverse covariance of the prior
    const Calibration& calibration;
    Loss loss = Loss::cauchy;
};

Eigen::Map<const Matrix> matrixOf(const FactorMatrix& matrix)
{
    return Eigen::Map<const Matrix>(matrix.front().data());
}

Question questionOf(
    std::span<const OwnRow> rows, const FactorPrior& prior, const Calibration& calibration, Loss loss = Loss::cauchy)
{
    return {rows, prior, matrixOf(prior.covariance).ldlt().solve(Matrix::Identity()), calibration, loss};
}

/// Standard deviation of a run around its prediction with the right factors.
double noiseOf(const Question& q, const OwnRow& row)
{
    return std::hypot(q.prior.row, q.prior.job ? missedApart(*q.prior.job, row.scenario) : 0);
}

double misfit(const Question& q, const FactorLogs& logs)
{
    const auto off = vectorOf(logs);
    double sum = off.dot(q.known * off) / 2;
    for (const OwnRow& row : q.rows)
        sum += lossOf((std::log(row.step_s) - logStep(row, logs, q.calibration)) / noiseOf(q, row), q.loss);
    return sum;
}

/// The information of the spreads and the rows about the factors: the inverse of their covariance, and the gradient.
struct Normal {
    Matrix precision;
    Vector gain;
};

Normal normalAt(const Question& q, const FactorLogs& logs)
{
    Normal n{q.known, -q.known * vectorOf(logs)};
    for (const OwnRow& row : q.rows) {
        const double left = std::log(row.step_s) - logStep(row, logs, q.calibration);
        const double noise = noiseOf(q, row);
        const double weight = weightOf(left / noise, q.loss) / (noise * noise);
        const FactorLogs slopes_of_row = slopes(row.scenario, logs, q.calibration);
        const auto slope = vectorOf(slopes_of_row);
        n.gain += weight * left * slope;
        n.precision += weight * slope * slope.transpose();
    }
    return n;
}

/// Gauss-Newton from a starting point; steps that do not improve are halved.
FactorLogs likeliest(const Question& q, FactorLogs logs)
{
    constexpr int most_steps = 20;
    constexpr int most_halvings = 8;
    constexpr double settled = 1e-12;
    double now = misfit(q, logs);
    for (int step = 0; step < most_steps; ++step) {
        const Normal n = normalAt(q, logs);
        const Vector move = n.precision.ldlt().solve(n.gain);
        double share = 1, moved = 0;
        for (int halving = 0; halving < most_halvings; ++halving, share /= 2) {
            FactorLogs next = logs;
            for (std::size_t i = 0; i < count; ++i)
                next[i] = inRange(i, next[i] + share * move[static_cast<Eigen::Index>(i)]);
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

/// The largest share from 0 to 1 up to which it is allowed.
template <class Allowed> double largest(Allowed allowed)
{
    if (allowed(1))
        return 1;
    constexpr int halvings = 12;
    double low = 0, high = 1;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (allowed(middle) ? low : high) = middle;
    }
    return low;
}

double rowVariance(const Question& q, const FactorLogs& logs)
{
    double sum = 0;
    for (const OwnRow& row : q.rows) {
        const double left = std::log(row.step_s) - logStep(row, logs, q.calibration);
        sum += weightOf(left / noiseOf(q, row), Loss::cauchy) * left * left / weighed_square;
    }
    return sum / static_cast<double>(std::max<std::size_t>(1, q.rows.size()));
}

} // namespace

FactorPrior priorFor(const Scenario& job, const FactorSpreads& spreads)
{
    TeamEffect missed = teamEffect(job.assumptions.setting);
    missed.sigma = std::hypot(missed.sigma, job_spread);
    FactorPrior prior = priorOf(spreads, missed);
    prior.scatter = priorOf(spreads, teamEffect(job.assumptions.setting)).scatter;
    prior.job = &job;
    return prior;
}

FactorPrior priorOf(const FactorSpreads& spreads, const TeamEffect& team)
{
    constexpr std::array moved{
        &OwnRuns::compute, &OwnRuns::traffic, &OwnRuns::host, &OwnRuns::fixed, &OwnRuns::node, &OwnRuns::network};
    const auto isMoved = [&](std::size_t i) { return std::ranges::find(moved, own_factors[i].value) != moved.end(); };
    FactorPrior prior;
    prior.row = spreads.row;
    prior.scatter = team.sigma > 0 ? std::max(spreads.row, team_row_spread) : spreads.row;
    const double square = team.center * team.center + team.sigma * team.sigma;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < count; ++k)
            prior.covariance[i][k] = isMoved(i) && isMoved(k) ? square : 0;
        prior.covariance[i][i] += spreads.factors[i] * spreads.factors[i];
    }
    return prior;
}

FactorLogs logsOf(const OwnRuns& own)
{
    FactorLogs logs{};
    for (std::size_t i = 0; i < count; ++i)
        logs[i] = std::log(own.*own_factors[i].value);
    return logs;
}

FactorSpreads spreadsFor(const Scenario& job, const Calibration& calibration)
{
    if (const FactorSpreads* found = calibrationSpreadsOf(calibration.constants->spreads, basisOf(job, calibration)))
        return *found;
    FactorSpreads unknown;
    unknown.factors.fill(1);
    unknown.row = 0.1;
    return unknown;
}

FactorEstimate estimateFactors(std::span<const OwnRow> rows, const FactorPrior& prior, const Calibration& calibration)
{
    constexpr double far = 2; // standard deviations
    const Question q = questionOf(rows, prior, calibration);
    FactorEstimate best;
    best.misfit = INFINITY;
    // The misfit has several minima: one where the runs agree with the prediction, one where they agree with each
    // other, and one for each factor that shows only beyond a threshold, as launches do behind kernels.
    std::vector<FactorLogs> starts{{}, likeliest(questionOf(rows, prior, calibration, Loss::square), {})};
    for (std::size_t i = 0; i < count; ++i)
        starts.emplace_back()[i] = inRange(i, far * std::sqrt(prior.covariance[i][i]));
    // Of two minima that are equally deep, the wider one is likelier: it holds more of the probability (Laplace).
    double least = INFINITY;
    for (const FactorLogs& start : starts) {
        const FactorLogs logs = likeliest(q, start);
        const double left = misfit(q, logs);
        const double width = -normalAt(q, logs).precision.ldlt().vectorD().array().log().sum() / 2;
        if (left - width < least) {
            least = left - width;
            best.logs = logs;
            best.misfit = left;
        }
    }
    Eigen::Map<Matrix>(best.covariance.front().data()) =
        normalAt(q, best.logs).precision.ldlt().solve(Matrix::Identity());
    best.row_variance = rowVariance(q, best.logs);
    return best;
}

double openVariance(const Scenario& s, const FactorEstimate& estimate, const Calibration& calibration)
{
    const FactorLogs slopes_of_step = slopes(s, estimate.logs, calibration);
    const auto slope = vectorOf(slopes_of_step);
    const double variance = slope.dot(matrixOf(estimate.covariance) * slope);
    return std::max(0.0, variance);
}

OpenFactors openFactors(std::span<const OwnRow> rows, const FactorPrior& prior, const FactorMatrix& covariance,
    const FactorLogs& logs, const Calibration& calibration)
{
    const Question q = questionOf(rows, prior, calibration);
    const Matrix lower = matrixOf(covariance).llt().matrixL();
    const double most = misfit(q, logs) + deviations_of_nine_in_ten * deviations_of_nine_in_ten / 2;
    OpenFactors open;
    std::size_t place = 0;
    for (Eigen::Index i = 0; i < lower.rows(); ++i)
        for (Eigen::Index k = 0; k <= i; ++k)
            open.root[place++] = static_cast<float>(lower(i, k));
    for (std::size_t i = 0; i < count; ++i) {
        const auto allowed = [&](double share) {
            const Vector moved =
                vectorOf(logs) + share * deviations_of_nine_in_ten * lower.col(static_cast<Eigen::Index>(i));
            FactorLogs at{};
            Eigen::Map<Vector>(at.data()) = moved;
            return misfit(q, at) <= most;
        };
        open.up[i] = static_cast<float>(largest(allowed));
        open.down[i] = static_cast<float>(largest([&](double share) { return allowed(-share); }));
    }
    return open;
}

double rowDeviation(std::span<const OwnRow> rows, const FactorPrior& prior, const Calibration& calibration)
{
    constexpr double worth = 4; // runs that the prior weighs as much as
    constexpr std::size_t most_parts = 10;
    double squares = worth * prior.scatter * prior.scatter, runs = worth;
    const std::size_t parts = std::min(rows.size(), most_parts);
    for (std::size_t part = 0; part < parts; ++part) {
        std::vector<OwnRow> others;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (i % parts != part)
                others.push_back(rows[i]);
        const FactorEstimate estimate = estimateFactors(others, prior, calibration);
        for (std::size_t i = part; i < rows.size(); i += parts) {
            const double off = std::log(rows[i].step_s) - logStep(rows[i], estimate.logs, calibration);
            const double apart = prior.job ? missedApart(*prior.job, rows[i].scenario) : 0;
            squares += std::max(0.0, off * off - apart * apart - openVariance(rows[i].scenario, estimate, calibration));
            ++runs;
        }
    }
    return std::sqrt(squares / runs);
}

} // namespace kneepoint
