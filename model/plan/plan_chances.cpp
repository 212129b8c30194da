// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/plan_chances.h"

#include "model/results/metric.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/units/statistics.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// Chance that a lognormal error leaves `predicted` below `limit`.
double chanceBelow(double predicted, double limit, double sigma)
{
    if (limit <= 0)
        return 1;
    if (sigma <= 0)
        return predicted <= limit ? 1 : 0;
    return normalBelow(std::log(limit / predicted) / sigma);
}

} // namespace

std::optional<double> spreadOf(const PlanPoint& p, const Campaign& campaign, const Calibration& calibration)
{
    const PredictionInterval interval = predictionInterval(p.scenario, p.step, calibration);
    if (interval.rows <= 0)
        return {};
    return std::hypot(std::log(interval.high_s / interval.low_s) / (2 * interval_sigmas), campaign.sigma());
}

double fitOf(const PlanPoint& p)
{
    return metric("fit_probability").of_step(p.scenario, p.step).value_or(1);
}

double chanceOf(const PlanPoint& p, const PlanLimits& limits, const Campaign& campaign)
{
    const double sigma = p.spread.value_or(campaign.sigma());
    return fitOf(p)
        * std::min(chanceBelow(p.run.time_s, limits.deadline_s, sigma), chanceBelow(p.run.cost, limits.budget, sigma));
}

std::optional<double> factorFor(const PlanPoint& p, double chance, const Campaign& campaign)
{
    const double fit = fitOf(p);
    if (fit < chance)
        return {};
    double low = 0, high = 10; // in standard deviations
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (fit * normalBelow(middle) >= chance ? high : low) = middle;
    }
    return std::exp(high * p.spread.value_or(campaign.sigma()));
}

} // namespace kneepoint
