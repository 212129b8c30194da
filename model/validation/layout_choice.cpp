// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/layout_choice.h"

#include "model/calibrate/calibrate.h"
#include "model/calibrate/run_choice.h"
#include "model/constants/physics.h"
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
    JudgedLayout row;
    const Scenario* scenario;
    double expected_s; ///< as the window plans
    [[nodiscard]] bool fits() const { return row.memory.fits(); }
    [[nodiscard]] bool likelyFits() const { return fitChance(row.memory) >= likely_fit_chance; }
    [[nodiscard]] double predictedSeconds() const { return row.predicted.step_s; }
    [[nodiscard]] double measuredSeconds() const { return row.measured_s; }
    [[nodiscard]] bool ran() const { return row.end == LayoutEnd::ran; }
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
            const double a = ran[i].row.predicted.step_s - ran[j].row.predicted.step_s;
            const double b = ran[i].row.measured_s - ran[j].row.measured_s;
            order += a * b > 0 ? 1 : a * b < 0 ? -1 : 0;
            untied_a += a != 0 ? 1 : 0;
            untied_b += b != 0 ? 1 : 0;
        }
    const double pairs = std::sqrt(untied_a * untied_b);
    return pairs > 0 ? std::optional(order / pairs) : std::nullopt;
}

MemoryOutcomes memoryOutcomes(const std::vector<Judged>& all, bool (Judged::*fits)() const)
{
    MemoryOutcomes counts;
    for (const Judged& j : all)
        if (j.ran())
            ++((j.*fits)() ? counts.fits_ran : counts.too_large_ran);
        else if (j.row.end == LayoutEnd::out_of_memory)
            ++((j.*fits)() ? counts.fits_failed : counts.too_large_failed);
    return counts;
}

PredictedStep predictedStep(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const PredictionInterval interval = predictionInterval(s, step, calibration);
    return {step.step_s, interval.low_s, interval.high_s};
}

bool covers(const PredictedStep& predicted, double measured_s)
{
    return predicted.low_s <= measured_s && measured_s <= predicted.high_s;
}

/// Errors of the layouts that `prediction` gives a step for.
template <class Prediction> StepErrors stepErrors(const std::vector<Judged>& ran, Prediction prediction)
{
    StepErrors sums;
    for (const Judged& j : ran)
        if (const PredictedStep* predicted = prediction(j)) {
            const double error = predicted->step_s / j.row.measured_s - 1;
            ++sums.rows;
            sums.mape += std::abs(error);
            sums.bias += error;
            sums.coverage += covers(*predicted, j.row.measured_s) ? 1 : 0;
        }
    const double rows = std::max(1.0, sums.rows);
    return {sums.rows, sums.mape / rows, sums.bias / rows, sums.coverage / rows};
}

/// Calibrates with the three most informative of at least six layouts that ran, and predicts the others of them.
void calibrateWithThree(std::vector<Judged>& all, const Calibration& calibration)
{
    constexpr std::size_t least = 6;
    constexpr std::size_t calibrating_layouts = 3;
    std::vector<Judged*> ran;
    std::vector<Scenario> layouts;
    for (Judged& j : all)
        if (j.ran()) {
            ran.push_back(&j);
            layouts.push_back(*j.scenario);
        }
    if (ran.size() < least)
        return;
    for (const std::size_t i : mostInformative(layouts, calibrating_layouts, calibration))
        ran[i]->row.calibrates = true;
    std::vector<OwnRow> rows;
    for (const Judged* j : ran)
        if (j->row.calibrates)
            rows.push_back({j->row.id, *j->scenario, j->row.measured_s});
    const OwnRuns own = calibrate(rows.front().scenario, rows, calibration).scenario.own_runs;
    for (Judged* j : ran)
        if (!j->row.calibrates) {
            Scenario s = *j->scenario;
            s.own_runs = own;
            j->row.calibrated = predictedStep(s, evaluate(s, calibration), calibration);
        }
}

LayoutGroup judge(const std::string& name, std::vector<Judged> all, const Calibration& calibration)
{
    std::ranges::stable_sort(all, {}, &Judged::predictedSeconds);
    calibrateWithThree(all, calibration);
    std::vector<Judged> ran, choices;
    std::ranges::copy_if(all, std::back_inserter(ran), &Judged::ran);
    std::ranges::copy_if(all, std::back_inserter(choices), &Judged::fits);
    std::ranges::stable_sort(choices, {}, &Judged::expected_s);
    LayoutGroup g;
    g.name = name;
    std::ranges::transform(all, std::back_inserter(g.rows), &Judged::row);
    g.layouts = static_cast<double>(all.size());
    g.ran = static_cast<double>(ran.size());
    g.tau = rankCorrelation(ran);
    g.memory = memoryOutcomes(all, &Judged::fits);
    g.likely_memory = memoryOutcomes(all, &Judged::likelyFits);
    g.steps = stepErrors(ran, [](const Judged& j) { return &j.row.predicted; });
    const StepErrors calibrated =
        stepErrors(ran, [](const Judged& j) { return j.row.calibrated ? &*j.row.calibrated : nullptr; });
    if (calibrated.rows > 0)
        g.calibrated = calibrated;
    if (!choices.empty()) {
        g.chosen = choices.front().row.id;
        g.first_choice = choices.front().ran() ? FirstChoice::ok : FirstChoice::out_of_memory;
    }
    if (ran.empty())
        return g;
    const Judged& best = *std::ranges::min_element(ran, {}, &Judged::measuredSeconds);
    g.best = best.row.id;
    g.best_fits = best.fits();
    if (g.first_choice == FirstChoice::ok) {
        const Judged& chosen = choices.front();
        g.chosen_error = chosen.row.predicted.step_s / chosen.row.measured_s - 1;
        g.chosen_covered = covers(chosen.row.predicted, chosen.row.measured_s);
        constexpr std::size_t least_layouts = 3;
        if (ran.size() >= least_layouts)
            g.optimism = (1 + *g.chosen_error) / (1 + g.steps.bias) - 1;
    }
    const auto first = std::ranges::find_if(choices, &Judged::ran);
    if (ran.size() > 1 && first != choices.end())
        g.regret = first->row.measured_s / best.row.measured_s - 1;
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

std::string_view layoutEndId(LayoutEnd end)
{
    switch (end) {
    case LayoutEnd::ran:
        return "ran";
    case LayoutEnd::out_of_memory:
        return "out_of_memory";
    case LayoutEnd::failed:
        return "failed";
    }
    return "";
}

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
        groups[m.group].push_back({.row = {.id = m.id,
                                       .end = m.end,
                                       .measured_s = m.step_s,
                                       .predicted = predictedStep(m.scenario, step, calibration),
                                       .memory = step.memory},
            .scenario = &m.scenario,
            .expected_s = judged_by.value(m.scenario, step)});
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
