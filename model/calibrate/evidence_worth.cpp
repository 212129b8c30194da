// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/evidence_worth.h"

#include "model/calibrate/calibration_words.h"
#include "model/calibrate/factor_estimate.h"
#include "model/scenario/scenario.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/uncertainty/team_effect.h"

#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

double halfWidthOf(const PredictionInterval& interval)
{
    return std::log(interval.high_s / interval.low_s) / 2;
}

/// As if the factors of both kinds of links were known.
double withKnownLinks(const Scenario& s, Basis basis, const StepReport& step, const Calibration& calibration)
{
    const LearnedConstants& constants = *calibration.constants;
    std::vector<FactorSpreads> spreads = constants.spreads;
    for (FactorSpreads& of_basis : spreads)
        for (std::size_t i = 0; i < own_factor_count; ++i)
            if (own_factors[i].value == &OwnRuns::node || own_factors[i].value == &OwnRuns::network)
                of_basis.factors[i] = 0;
    return halfWidthOf(withTeam(predictionInterval(s, basis, step, {constants.errors, spreads}, 0, calibration),
        step.step_s, s.assumptions.setting));
}

/// Variance of the logarithm of the step over what is not known of the factors.
double factorVariance(const Scenario& s, const FactorPrior& prior, const Calibration& calibration)
{
    FactorEstimate before;
    before.covariance = prior.covariance;
    return openVariance(s, before, calibration);
}

} // namespace

std::vector<EvidenceWorth> evidenceWorth(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const PredictionInterval now = predictionInterval(s, step, calibration);
    if (now.basis == Basis::calibrated || now.rows <= 0)
        return {};
    std::vector<EvidenceWorth> worth{{"nothing", "nothing measured here", halfWidthOf(now)}};
    const auto add = [&](std::string_view id, std::string_view label, double half_width) {
        constexpr double noticed = 0.005;
        if (half_width < worth.back().half_width - noticed)
            worth.push_back({id, label, half_width});
    };
    add("collectives", "nccl-tests", withKnownLinks(s, now.basis, step, calibration));
    const FactorPrior prior = priorOf(spreadsFor(s, calibration), teamEffect(s.assumptions.setting));
    const double open = factorVariance(s, prior, calibration);
    const double single = prior.row * prior.row;
    const double scatter = prior.scatter * prior.scatter;
    const double deviations = calibratedDeviations(s, calibration.constants->errors) * exposureGrowth(step);
    const auto afterRuns = [&](double runs) {
        return deviations * std::sqrt(open * single / (single + runs * open) + scatter);
    };
    add("run", "one run of this job", afterRuns(1));
    add("three-runs", "three runs", afterRuns(3));
    return worth;
}

std::string evidenceLines(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const std::vector<EvidenceWorth> all = evidenceWorth(s, step, calibration);
    std::string text = all.empty() ? "" : "90 % interval of the step by what is measured:\n";
    for (const EvidenceWorth& one : all)
        text += fmt::format("  {:22} ±{:.0f} %\n", one.label, intervalPercent(one.half_width));
    return text;
}

std::string evidenceInvitation(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const std::vector<EvidenceWorth> all = evidenceWorth(s, step, calibration);
    if (all.size() < 2)
        return {};
    std::string text = "90 % interval of the step:";
    for (const EvidenceWorth& one : all)
        text += fmt::format(
            "{} ±{:.0f} % with {}", &one == &all.front() ? "" : ",", intervalPercent(one.half_width), one.label);
    return text + ".";
}

} // namespace kneepoint
