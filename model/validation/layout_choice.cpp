// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/layout_choice.h"

#include "model/calibrate/calibrate.h"
#include "model/calibrate/run_choice.h"
#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/search/search.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/units/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kneepoint {
namespace {

/// A measured layout and its prediction.
struct Judged {
    const MeasuredLayout* measured;
    double predicted_s;
    bool fits;
    bool likely_fits;
    double expected_s; ///< as the window plans
    [[nodiscard]] bool ran() const { return measured->end == LayoutEnd::ran; }
};

/// Kendall's tau-b: pairs in the same order less pairs in the opposite one, over all that are not tied.
std::optional<double> rankCorrelation(const std::vector<Judged>& ran)
{
    constexpr std::size_t least = 3;
    if (ran.size() < least)
        return {};
    double order = 0, untied_a = 0, untied_b = 0;
    for (std::size_t i = 0; i < ran.size(); ++i)
        for (std::size_t j = i + 1; j < ran.size(); ++j) {
            const double a = ran[i].predicted_s - ran[j].predicted_s;
            const double b = ran[i].measured->step_s - ran[j].measured->step_s;
            order += a * b > 0 ? 1 : a * b < 0 ? -1 : 0;
            untied_a += a != 0 ? 1 : 0;
            untied_b += b != 0 ? 1 : 0;
        }
    const double pairs = std::sqrt(untied_a * untied_b);
    return pairs > 0 ? std::optional(order / pairs) : std::nullopt;
}

MemoryOutcomes memoryOutcomes(const std::vector<Judged>& all, bool Judged::*fits)
{
    MemoryOutcomes counts;
    for (const Judged& j : all)
        if (j.ran())
            ++(j.*fits ? counts.fits_ran : counts.too_large_ran);
        else if (j.measured->end == LayoutEnd::out_of_memory)
            ++(j.*fits ? counts.fits_failed : counts.too_large_failed);
    return counts;
}

void addStep(StepErrors& errors, const Scenario& s, double measured_s, const Calibration& calibration)
{
    const StepReport step = evaluate(s, calibration);
    const PredictionInterval interval = predictionInterval(s, step, calibration);
    ++errors.rows;
    errors.mape += std::abs(step.step_s / measured_s - 1);
    errors.bias += step.step_s / measured_s - 1;
    errors.coverage += interval.low_s <= measured_s && measured_s <= interval.high_s ? 1 : 0;
}

StepErrors meanOf(StepErrors sums)
{
    const double rows = std::max(1.0, sums.rows);
    return {sums.rows, sums.mape / rows, sums.bias / rows, sums.coverage / rows};
}

StepErrors stepErrors(const std::vector<Judged>& ran, const Calibration& calibration)
{
    StepErrors sums;
    for (const Judged& j : ran)
        addStep(sums, j.measured->scenario, j.measured->step_s, calibration);
    return meanOf(sums);
}

std::optional<StepErrors> calibratedErrors(const std::vector<Judged>& ran, const Calibration& calibration)
{
    constexpr std::size_t least = 6;
    constexpr std::size_t calibrating_layouts = 3;
    if (ran.size() < least)
        return {};
    std::vector<Scenario> layouts;
    layouts.reserve(ran.size());
    for (const Judged& j : ran)
        layouts.push_back(j.measured->scenario);
    const std::vector<std::size_t> chosen = mostInformative(layouts, calibrating_layouts, calibration);
    std::vector<OwnRow> rows;
    std::vector<const MeasuredLayout*> others;
    for (std::size_t i = 0; i < ran.size(); ++i) {
        const MeasuredLayout& m = *ran[i].measured;
        if (std::ranges::find(chosen, i) != chosen.end())
            rows.push_back({m.id, m.scenario, m.step_s});
        else
            others.push_back(&m);
    }
    const OwnRuns own = calibrate(rows.front().scenario, rows, calibration).scenario.own_runs;
    StepErrors sums;
    for (const MeasuredLayout* m : others) {
        Scenario s = m->scenario;
        s.own_runs = own;
        addStep(sums, s, m->step_s, calibration);
    }
    return meanOf(sums);
}

LayoutGroup judge(const std::string& name, std::vector<Judged> all, const Calibration& calibration)
{
    std::ranges::stable_sort(all, {}, &Judged::predicted_s);
    std::vector<Judged> ran, choices;
    std::ranges::copy_if(all, std::back_inserter(ran), &Judged::ran);
    std::ranges::copy_if(all, std::back_inserter(choices), &Judged::fits);
    std::ranges::stable_sort(choices, {}, &Judged::expected_s);
    LayoutGroup g;
    g.name = name;
    g.layouts = static_cast<double>(all.size());
    g.ran = static_cast<double>(ran.size());
    g.tau = rankCorrelation(ran);
    g.memory = memoryOutcomes(all, &Judged::fits);
    g.likely_memory = memoryOutcomes(all, &Judged::likely_fits);
    g.steps = stepErrors(ran, calibration);
    g.calibrated = calibratedErrors(ran, calibration);
    if (!choices.empty()) {
        g.chosen = choices.front().measured->id;
        g.first_choice = choices.front().ran() ? FirstChoice::ok : FirstChoice::out_of_memory;
    }
    if (ran.empty())
        return g;
    const auto seconds = [](const Judged& j) { return j.measured->step_s; };
    const Judged& best = *std::ranges::min_element(ran, {}, seconds);
    g.best = best.measured->id;
    g.best_fits = best.fits;
    if (g.first_choice == FirstChoice::ok) {
        const Judged& chosen = choices.front();
        g.chosen_error = chosen.predicted_s / chosen.measured->step_s - 1;
        StepErrors one;
        addStep(one, chosen.measured->scenario, chosen.measured->step_s, calibration);
        g.chosen_covered = one.coverage > 0;
        constexpr std::size_t least_layouts = 3;
        if (ran.size() >= least_layouts)
            g.optimism = (1 + *g.chosen_error) / (1 + g.steps.bias) - 1;
    }
    const auto first = std::ranges::find_if(choices, &Judged::ran);
    if (ran.size() > 1 && first != choices.end())
        g.regret = first->measured->step_s / best.measured->step_s - 1;
    return g;
}

double shareWithin(const std::vector<double>& regrets, double most)
{
    if (regrets.empty())
        return 0;
    const auto within = std::ranges::count_if(regrets, [&](double r) { return r <= most; });
    return static_cast<double>(within) / static_cast<double>(regrets.size());
}

} // namespace

std::string_view firstChoiceId(FirstChoice choice)
{
    switch (choice) {
    case FirstChoice::ok:
        return "ok";
    case FirstChoice::out_of_memory:
        return "out_of_memory";
    case FirstChoice::none_fits:
        return "none_fits";
    }
    return "";
}

void MemoryOutcomes::add(const MemoryOutcomes& other)
{
    fits_ran += other.fits_ran;
    fits_failed += other.fits_failed;
    too_large_ran += other.too_large_ran;
    too_large_failed += other.too_large_failed;
}

LayoutValidation validateLayouts(const MeasuredLayouts& layouts, const Calibration& calibration)
{
    std::map<std::string, std::vector<Judged>> groups;
    const Objective judged_by = expectedStepObjective();
    for (const MeasuredLayout& m : layouts.rows) {
        const StepReport step = evaluate(m.scenario, calibration);
        groups[m.group].push_back({&m, step.step_s, step.memory.fits(), fitChance(step.memory) >= likely_fit_chance,
            judged_by.value(m.scenario, step)});
    }
    LayoutValidation all;
    std::vector<double> regrets;
    std::vector<double> chosen_errors;
    std::vector<double> optimisms;
    double chosen_ok = 0, covered = 0;
    for (auto& [name, rows] : groups) {
        const LayoutGroup& g = all.groups.emplace_back(judge(name, std::move(rows), calibration));
        all.memory.add(g.memory);
        all.likely_memory.add(g.likely_memory);
        if (g.regret)
            regrets.push_back(*g.regret);
        if (g.optimism)
            optimisms.push_back(*g.optimism);
        if (g.chosen_error) {
            chosen_errors.push_back(*g.chosen_error);
            covered += g.chosen_covered ? 1 : 0;
        }
        chosen_ok += g.first_choice == FirstChoice::ok ? 1 : 0;
    }
    const double ran = std::max(1.0, static_cast<double>(chosen_errors.size()));
    for (const double error : chosen_errors)
        all.chosen_mape += std::abs(error) / ran;
    all.chosen_bias = quantile(chosen_errors, 0.5);
    all.chosen_covered = covered / ran;
    all.optimism = quantile(optimisms, 0.5);
    all.median_regret = quantile(regrets, 0.5);
    all.within_5 = shareWithin(regrets, 0.05);
    all.within_10 = shareWithin(regrets, 0.10);
    all.first_choice_ok = all.groups.empty() ? 0 : chosen_ok / static_cast<double>(all.groups.size());
    all.skipped = layouts.skipped;
    return all;
}

} // namespace kneepoint
