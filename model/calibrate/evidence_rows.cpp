// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/evidence_rows.h"

#include "model/calibrate/traced_runs.h"

#include "model/evidence/apply_evidence.h"
#include "model/evidence/misfit.h"
#include "model/evidence/run_check.h"
#include "model/scenario/scenario.h"
#include "model/units/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace kneepoint {
namespace {

/// Metrics that state a step, the most direct first, by the name of their OwnMeasure.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> step_metrics{{{"step_s", "step_time_s"},
    {"tokens_per_s", "tokens_per_s"}, {"examples_per_s", "examples_per_s"}, {"mfu", "mfu"}}};

/// "7B", "1.3b", "125M" as a number of parameters, anywhere in a name.
std::optional<double> sizeIn(std::string_view name)
{
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char unit = name[i];
        const double scale = unit == 'b' || unit == 'B' ? 1e9 : unit == 'm' || unit == 'M' ? 1e6 : 0;
        const bool ends = i + 1 == name.size() || std::isalnum(static_cast<unsigned char>(name[i + 1])) == 0;
        std::size_t start = i;
        while (start > 0 && (std::isdigit(static_cast<unsigned char>(name[start - 1])) != 0 || name[start - 1] == '.'))
            --start;
        if (scale > 0 && ends) {
            const double value = std::strtod(std::string(name.substr(start, i - start)).c_str(), nullptr);
            if (value > 0)
                return value * scale;
        }
    }
    return {};
}

/// The step by the most direct measurement, with which the others must agree; 0 if none states it. An MFU beside a time
/// or a throughput is not compared: a program computes it from them, with a peak of its own.
Result<double> statedStepOf(const std::vector<Measurement>& measurements, const Scenario& s)
{
    std::optional<StatedStep> first;
    for (const auto& [metric, name] : step_metrics) {
        const Measurement* m = measurementOf(measurements, metric);
        if (!m || m->value <= 0 || (first && metric == "mfu"))
            continue;
        const OwnMeasure& measure = *std::ranges::find(ownMeasures(), name, &OwnMeasure::name);
        const StatedStep stated{&measure, m->value, measure.step(s, m->value)};
        if (!isPlausibleStep(stated.step_s))
            continue;
        if (!first)
            first = stated;
        else if (const Result<void> agreed = agreeing(*first, stated); !agreed)
            return failure(fmt::format("{}; with a global batch of {} on {} GPUs, only one of them can be right",
                agreed.error().message,
                formatQuantity(s.workload.batch_per_gpu * s.plan.accumulation * workers(s), Unit::none),
                formatQuantity(s.cluster.gpus, Unit::none)));
    }
    return first ? first->step_s : 0;
}

/// What one run states.
struct StatedRun {
    std::string name;
    std::vector<ObservedSetting> settings;
    std::vector<Measurement> measurements;
};

Result<OwnRow> rowOf(const StatedRun& run, const Scenario& job, const Calibration& calibration)
{
    const Result<Scenario> scenario = withSettings(job, run.settings, calibration);
    if (!scenario)
        return tl::unexpected(scenario.error());
    OwnRow row{.name = run.name, .scenario = *scenario};
    row.scenario.own_runs = {};
    const Result<double> step = statedStepOf(run.measurements, row.scenario);
    if (!step)
        return tl::unexpected(step.error());
    row.step_s = *step;
    if (const Measurement* memory = measurementOf(run.measurements, "memory_bytes"))
        row.memory_bytes = memory->value;
    if (row.step_s <= 0 && row.memory_bytes <= 0)
        return failure("states no step time, throughput or memory");
    return row;
}

using LeftOut = std::vector<std::pair<std::string, std::string>>; // name and reason

/// Of two runs with the same settings, by the first measurement of the step that both state.
bool isFaster(const StatedRun& a, const StatedRun& b)
{
    bool a_states = false, b_states = false;
    for (const auto& [metric, name] : step_metrics) {
        const Measurement* of_a = measurementOf(a.measurements, metric);
        const Measurement* of_b = measurementOf(b.measurements, metric);
        if (of_a && of_b)
            return metric == "step_s" ? of_a->value < of_b->value : of_a->value > of_b->value;
        a_states = a_states || of_a;
        b_states = b_states || of_b;
    }
    return a_states && !b_states;
}

/// The rows of a series; of one size, the fastest. Rows that state different layouts are different runs.
std::vector<StatedRun> runsOfRows(const KeptEvidence& file, const Scenario& job, LeftOut& left_out)
{
    std::map<std::string, std::size_t> others;
    const std::string series = seriesFor(file, job);
    std::vector<StatedRun> runs;
    std::map<std::vector<std::pair<std::string, double>>, std::size_t> by_settings;
    for (const EvidenceRow& row : file.rows) {
        if (row.series != series) {
            ++others[row.series];
            continue;
        }
        StatedRun run{fmt::format("{}, {}", file.source.name, row.name), file.settings, row.measurements};
        run.settings.insert(run.settings.end(), row.settings.begin(), row.settings.end());
        std::vector<std::pair<std::string, double>> key;
        key.reserve(row.settings.size());
        for (const ObservedSetting& setting : row.settings)
            key.emplace_back(setting.parameter, setting.value);
        std::ranges::sort(key);
        const auto [place, added] = by_settings.try_emplace(std::move(key), runs.size());
        if (added) {
            runs.push_back(std::move(run));
            continue;
        }
        StatedRun& fastest = runs[place->second];
        if (isFaster(run, fastest))
            std::swap(run, fastest);
        left_out.emplace_back(run.name, fmt::format("not faster than {}, with the same settings", fastest.name));
    }
    for (const auto& [other, rows] : others)
        left_out.emplace_back(
            fmt::format("{}, {} of {}", file.source.name, rows == 1 ? "1 row" : fmt::format("{} rows", rows), other),
            fmt::format("the series {} is used", series));
    return runs;
}

/// The traces of a run as one.
StatedRun statedBy(const TracedRun& traced)
{
    StatedRun run{traced.name(), traced.ranks.front()->settings, traced.ranks.front()->measurements};
    if (traced.ranks.size() > 1 && traced.step_s() > 0)
        run.measurements = {{"step_s", traced.step_s(), 0, static_cast<double>(traced.ranks.size()), "ranks"}};
    return run;
}

/// Kinds of files that are about a run.
bool isAboutARun(const KeptEvidence& file)
{
    return file.kind == "trace" || file.kind == "training-log" || !file.measurements.empty();
}

} // namespace

std::string seriesFor(const KeptEvidence& file, const Scenario& job)
{
    constexpr double near = 0.15;
    struct Candidate {
        std::string name;
        double distance = 0;
        std::set<double> sizes;
    };
    std::vector<Candidate> series;
    for (const EvidenceRow& row : file.rows) {
        auto found = std::ranges::find(series, row.series, &Candidate::name);
        if (found == series.end()) {
            const std::optional<double> size = sizeIn(row.series);
            const double distance = size ? std::abs(std::log(*size / job.workload.parameters)) : near;
            found = series.insert(series.end(), {row.series, distance <= near ? distance : 1e3, {}});
        }
        found->sizes.insert(settingOf(row.settings, "cluster.gpus").value_or(0));
    }
    const auto best = std::ranges::max_element(
        series, {}, [](const Candidate& c) { return std::pair(-c.distance, static_cast<double>(c.sizes.size())); });
    return best == series.end() ? std::string() : best->name;
}

OwnRows runsIn(std::span<const KeptEvidence> files, const Scenario& job, const Calibration& calibration)
{
    OwnRows all;
    std::vector<StatedRun> runs;
    std::vector<const KeptEvidence*> traces;
    for (const KeptEvidence& file : files) {
        if (!file.used)
            continue;
        if (isOfAnotherModel(file, job)) {
            all.refused.emplace_back(file.source.name, misfit(file, job));
            continue;
        }
        if (!file.rows.empty()) {
            std::ranges::move(runsOfRows(file, job, all.refused), std::back_inserter(runs));
        } else if (file.kind == "trace") {
            traces.push_back(&file);
        } else if (isAboutARun(file)) {
            runs.push_back({file.source.name, file.settings, file.measurements});
        }
    }
    for (const TracedRun& run : tracedRuns(traces))
        runs.push_back(statedBy(run));
    for (const StatedRun& run : runs) {
        if (Result<OwnRow> row = rowOf(run, job, calibration); !row)
            all.refused.emplace_back(run.name, row.error().message);
        else if (all.rows.size() < most_own_rows)
            all.rows.push_back(std::move(*row));
    }
    return all;
}

} // namespace kneepoint
