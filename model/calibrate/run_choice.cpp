// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/run_choice.h"

#include "model/calibrate/factor_estimate.h"
#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/step/step_model.h"
#include "model/uncertainty/job_likeness.h"
#include "model/uncertainty/prediction_spread.h"

#include <Eigen/Core>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace kneepoint {
namespace {

/// The logarithm of every run's step with factors drawn from their spreads, less its mean over all draws: runs × draws.
Eigen::MatrixXd stepDraws(std::span<const Scenario> runs, const FactorSpreads& spreads, const Calibration& calibration)
{
    constexpr Eigen::Index draws = 96;
    std::mt19937 generator; // the same draws every time, so that equal questions have equal answers
    std::normal_distribution<double> normal;
    Eigen::MatrixXd steps(static_cast<Eigen::Index>(runs.size()), draws);
    for (Eigen::Index draw = 0; draw < draws; ++draw) {
        FactorLogs logs{};
        for (std::size_t i = 0; i < own_factor_count; ++i)
            logs[i] = normal(generator) * spreads.factors[i];
        for (std::size_t run = 0; run < runs.size(); ++run)
            steps(static_cast<Eigen::Index>(run), draw) = logStepWith(runs[run], logs, calibration);
    }
    return steps.colwise() - steps.rowwise().mean();
}

/// Covariance of what no factor explains.
Eigen::MatrixXd missedTogether(std::span<const Scenario> runs)
{
    const auto count = static_cast<Eigen::Index>(runs.size());
    Eigen::MatrixXd missed(count, count);
    for (Eigen::Index i = 0; i < count; ++i)
        for (Eigen::Index k = 0; k <= i; ++k)
            missed(i, k) = missed(k, i) = job_spread * job_spread
                * jobLikeness(runs[static_cast<std::size_t>(i)], runs[static_cast<std::size_t>(k)]);
    return missed;
}

} // namespace

std::vector<std::size_t> mostInformative(
    std::span<const Scenario> runs, std::size_t count, const Calibration& calibration)
{
    if (runs.empty())
        return {};
    const FactorSpreads spreads = spreadsFor(runs.front(), calibration);
    const Eigen::MatrixXd steps = stepDraws(runs, spreads, calibration);
    Eigen::MatrixXd covariance =
        steps * steps.transpose() / static_cast<double>(steps.cols() - 1) + missedTogether(runs);
    const double noise = spreads.row * spreads.row;
    std::vector<bool> likely_fits;
    for (const Scenario& run : runs)
        likely_fits.push_back(fitChance(evaluate(run, calibration).memory) >= likely_fit_chance);
    std::vector<std::size_t> others(runs.size());
    std::iota(others.begin(), others.end(), std::size_t(0));
    std::vector<std::size_t> chosen;
    while (chosen.size() < count && !others.empty()) {
        Eigen::VectorXd explained = covariance.colwise().squaredNorm();
        explained.array() -= covariance.diagonal().array().square(); // what is measured needs no prediction
        explained.array() /= covariance.diagonal().array() + noise;
        constexpr double equal = 1e-9; // of the most, so that the first of equal runs is chosen
        const double largest = std::max(explained.maxCoeff(), std::numeric_limits<double>::min());
        explained = (explained / (equal * largest)).array().round();
        const auto most = std::ranges::max_element(others, {}, [&](std::size_t run) {
            return std::pair<bool, double>(likely_fits[run], explained[static_cast<Eigen::Index>(run)]);
        });
        chosen.push_back(*most);
        others.erase(most);
        const auto run = static_cast<Eigen::Index>(chosen.back());
        const Eigen::VectorXd with = covariance.col(run);
        covariance -= with * with.transpose() / (with[run] + noise);
    }
    return chosen;
}

} // namespace kneepoint
