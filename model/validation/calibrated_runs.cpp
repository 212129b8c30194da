// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/calibrated_runs.h"

#include "model/calibrate/calibrate.h"
#include "model/calibrate/run_choice.h"
#include "model/step/step_model.h"
#include "model/uncertainty/job_likeness.h"
#include "model/validation/blind.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

namespace kneepoint {
namespace {

constexpr std::size_t most_offered = 64; ///< runs to choose from; more take long, and say little that is new

/// A source on one machine: what is left out together, publication, GPU, network, GPUs per node.
using MachineKey = std::tuple<std::string, std::string, std::string, int, double>;

MachineKey machineOf(const MeasuredRun& run)
{
    const Cluster& cluster = run.candidates.front().cluster;
    return {run.group, run.source, run.gpu, cluster.interconnect, cluster.gpus_per_node};
}

struct Asked {
    const MeasuredRun* run = nullptr;
    BlindRun blind;
    StepReport step;
};

/// The rows of a group in order of size, predicted by `unseen`. What a row states of its software is what differs from
/// the constants that it was read with.
std::vector<Asked> askedOf(const std::vector<const MeasuredRun*>& runs, TeamSetting setting,
    const Calibration& calibration, const Calibration& unseen)
{
    std::vector<Asked> asked;
    asked.reserve(runs.size());
    for (const MeasuredRun* run : runs) {
        Asked row{run, blindRun(*run, calibration), {}};
        row.blind.scenario.own_runs = {};
        row.blind.scenario.assumptions.setting = setting;
        row.step = evaluate(row.blind.scenario, unseen);
        asked.push_back(row);
    }
    std::ranges::stable_sort(asked, {},
        [](const Asked& row) { return std::tuple(row.blind.scenario.cluster.gpus, row.step.step_flops, row.run->id); });
    return asked;
}

std::vector<std::size_t> chosenFrom(const std::vector<Asked>& all, std::size_t count, const Calibration& calibration)
{
    std::vector<std::size_t> offered;
    std::vector<Scenario> scenarios;
    const std::size_t some = std::min(all.size(), most_offered);
    for (std::size_t i = 0; i < some; ++i) {
        offered.push_back(i * all.size() / some);
        scenarios.push_back(all[offered.back()].blind.scenario);
    }
    std::vector<std::size_t> chosen = mostInformative(scenarios, count, calibration);
    for (std::size_t& row : chosen)
        row = offered[row];
    return chosen;
}

/// Own files name their rows' series in many ways, so that those are told apart by source.
std::string seriesOf(const Asked& asked)
{
    return asked.blind.scenario.assumptions.setting == TeamSetting::tuned ? asked.run->series : asked.run->source;
}

RowError errorOfRow(const Asked& asked, const OwnRuns& own, const Calibration& calibration)
{
    Scenario s = asked.blind.scenario;
    s.own_runs = own;
    const StepReport step = own.used ? evaluate(s, calibration) : asked.step;
    PredictionInterval interval = predictionInterval(s, step, calibration);
    const double open = interval_sigmas * asked.blind.unstated;
    interval.low_s = step.step_s * std::exp(-std::hypot(std::log(step.step_s / interval.low_s), open));
    interval.high_s = step.step_s * std::exp(std::hypot(std::log(interval.high_s / step.step_s), open));
    const double bias = step.step_s / asked.run->step_s - 1;
    return {.id = asked.run->id,
        .series = seriesOf(asked),
        .measured_s = asked.run->step_s,
        .predicted_s = step.step_s,
        .low_s = interval.low_s,
        .high_s = interval.high_s,
        .error = std::abs(bias),
        .bias = bias,
        .basis = interval.basis,
        .generic = asked.run->software == SoftwareKnowledge::generic,
        .work = kindOf(s, interval.basis).work};
}

/// The other rows, calibrated with these. What the rows say depends on the job by the spreads it begins with and by its
/// distances.
void addCalibrated(std::vector<CalibratedRow>& all, CalibratedWith with, const std::vector<Asked>& group,
    const std::vector<std::size_t>& calibrating, const Calibration& calibration)
{
    std::vector<OwnRow> rows;
    rows.reserve(calibrating.size());
    for (const std::size_t i : calibrating)
        rows.push_back({group[i].run->id, group[i].blind.scenario, group[i].run->step_s});
    constexpr double alike = 0.01;               // distances that differ by less are one
    std::map<std::vector<double>, RowsFit> fits; // by where the prior comes from, and how far the rows are
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (std::ranges::find(calibrating, i) != calibrating.end())
            continue;
        const Scenario& s = group[i].blind.scenario;
        const Basis basis = basisOf(s, calibration);
        std::vector<double> key{static_cast<double>(basis)};
        for (const OwnRow& row : rows)
            key.push_back(std::round(missedApart(s, row.scenario) / alike));
        const auto known = fits.find(key);
        const RowsFit& fit = known != fits.end() ? known->second : fits[key] = fitRows(s, rows, calibration);
        all.push_back({with, errorOfRow(group[i], ownRunsOf(s, fit, calibration), calibration)});
    }
}

} // namespace

std::string_view calibratedWithId(CalibratedWith with)
{
    constexpr std::array<std::string_view, calibrated_withs.size()> ids{"nothing", "smallest", "chosen"};
    return ids.at(static_cast<std::size_t>(with));
}

std::vector<CalibratedRow> predictCalibrated(
    std::span<const MeasuredRun> measured, std::size_t runs, TeamSetting setting, const Calibration& calibration)
{
    std::map<MachineKey, std::vector<const MeasuredRun*>> groups;
    for (const MeasuredRun& run : measured)
        if (run.gate && !run.candidates.empty() && run.step_s > 0)
            groups[machineOf(run)].push_back(&run);
    std::vector<CalibratedRow> all;
    for (const auto& [key, of_group] : groups) {
        if (of_group.size() < runs + 2)
            continue;
        const Calibration unseen = blindCalibration(calibration, std::get<0>(key));
        const std::vector<Asked> group = askedOf(of_group, setting, calibration, unseen);
        std::vector<std::size_t> smallest(runs);
        std::iota(smallest.begin(), smallest.end(), std::size_t(0));
        for (std::size_t i = runs; i < group.size(); ++i)
            all.push_back({CalibratedWith::nothing, errorOfRow(group[i], {}, unseen)});
        addCalibrated(all, CalibratedWith::smallest, group, smallest, unseen);
        addCalibrated(all, CalibratedWith::chosen, group, chosenFrom(group, runs, unseen), unseen);
    }
    return all;
}

std::vector<ErrorSummary> calibratedErrors(std::span<const CalibratedRow> rows, CalibratedWith with)
{
    std::vector<RowError> all;
    std::map<std::string, std::vector<RowError>> by_series;
    for (const CalibratedRow& row : rows)
        if (row.with == with) {
            all.push_back(row.error);
            by_series[row.error.series].push_back(row.error);
        }
    std::vector<ErrorSummary> errors{summarize("all", all)};
    for (const auto& [series, of_series] : by_series)
        errors.push_back(summarize(series, of_series));
    return errors;
}

} // namespace kneepoint
