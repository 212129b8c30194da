// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/left_out.h"

#include "fit/generic_stacks.h"
#include "model/calibrate/calibrate.h"
#include "model/calibrate/factor_estimate.h"
#include "model/calibrate/run_choice.h"
#include "model/catalogue/apply_presets.h"
#include "model/evidence/hardware_names.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_spread.h"
#include "model/validation/validation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace kneepoint::fit {
namespace {

/// The same on a GPU without measurements, known only by its data sheet.
MeasuredRun onUnknownGpu(MeasuredRun run, const ConstantSet& set)
{
    run.gpu.clear();
    const auto every = std::ranges::find(set.families, "every-gpu", &ConstantOwner::id);
    for (Scenario& s : run.candidates) {
        applySettings(s, every->settings);
        s.cluster.sustained_clock = 1;
    }
    return run;
}

/// Whether the run's shape is not stated, so that its error is partly due to its unknown shape.
bool hasOpenShape(const MeasuredRun& run)
{
    return PlausibleScenarios(run, shippedCalibration()).spread() > 0;
}

Scenario medianScenario(const MeasuredRun& run)
{
    return *PlausibleScenarios(run, shippedCalibration()).median().scenario;
}

/// The constants without a source, with generic stacks that have seen no release of a program.
class Strangers {
public:
    Strangers(const Corpus& corpus, const std::map<std::string, ConstantSet>& without)
        : m_corpus(corpus)
        , m_without(without)
    {
    }

    const ConstantSet& to(const MeasuredRun& asked_for, const std::string& without)
    {
        const std::string program = programOf(asked_for);
        const auto [found, is_new] = m_sets.try_emplace({without, program});
        if (is_new) {
            found->second = m_without.at(without);
            setGenericStacks(found->second, m_corpus.runs.runs,
                [&](const MeasuredRun& run) { return run.group != asked_for.group && programOf(run) != program; });
        }
        return found->second;
    }

private:
    const Corpus& m_corpus;
    const std::map<std::string, ConstantSet>& m_without;
    std::map<std::pair<std::string, std::string>, ConstantSet> m_sets;
};

LeftOut leftOut(const MeasuredRun& run, Basis basis, const MeasuredRun& asked_as, const ConstantSet& set)
{
    const MeasuredRun question = withConstants(asked_as, set, shippedCalibration());
    const PlausibleScenarios plausible(question, shippedCalibration());
    LeftOut e{&run, basis, *plausible.median().scenario, {}, plausible.spread(), 0};
    e.predicted = evaluate(e.scenario, shippedCalibration());
    return e;
}

/// The spread on the side of the run's error.
double spreadOf(const LeftOut& e, const FactorSpreads& spreads)
{
    const PredictionSpread spread = predictionSpread(e.scenario, spreads, shippedCalibration());
    return e.run->step_s < e.predicted.step_s ? spread.faster : spread.slower;
}

void addRow(std::map<std::string, MeasuredSource>& sources, const LeftOut& e)
{
    MeasuredSource& source = sources[e.run->group];
    source.program = programOf(*e.run);
    source.rows.push_back({e.run->id, e.scenario, e.run->step_s});
}

/// As a stranger to the run's source predicts it: with its software, if that was measured elsewhere.
MeasuredRun asStranger(const MeasuredRun& run)
{
    return run.software == SoftwareKnowledge::measured ? run : asGeneric(run);
}

/// The three most informative runs of a series calibrate its software for the others.
void addCalibrated(std::vector<LeftOut>& all, const std::vector<const MeasuredRun*>& series, const ConstantSet& set,
    const Calibration& calibration)
{
    constexpr std::size_t least_runs = 6;
    constexpr std::size_t calibrating_runs = 3;
    if (series.size() < least_runs)
        return;
    std::vector<Scenario> questions;
    questions.reserve(series.size());
    for (const MeasuredRun* run : series) {
        questions.push_back(medianScenario(withConstants(asStranger(*run), set, shippedCalibration())));
        questions.back().cluster.memory_bytes = std::numeric_limits<double>::max(); // it ran
        questions.back().assumptions.setting = TeamSetting::tuned; // as all published series are judged
    }
    const std::vector<std::size_t> chosen = mostInformative(questions, calibrating_runs, calibration);
    std::vector<OwnRow> rows;
    rows.reserve(chosen.size());
    for (const std::size_t i : chosen)
        rows.push_back({series[i]->id, questions[i], series[i]->step_s});
    const CalibrationReport report = calibrate(rows.front().scenario, rows, calibration);
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (std::ranges::find(chosen, i) != chosen.end())
            continue;
        LeftOut e{series[i], Basis::calibrated, questions[i], {}, 0, 0};
        e.scenario.own_runs = report.scenario.own_runs;
        e.predicted = evaluate(e.scenario, calibration);
        const PredictionSpread open = openSpread(e.scenario, spreadsFor(questions[i], calibration), calibration);
        e.spread = std::hypot(report.deviation * exposureGrowth(e.predicted),
            series[i]->step_s > e.predicted.step_s ? open.slower : open.faster);
        all.push_back(e);
    }
}

} // namespace

std::string architectureOf(const MeasuredRun& run)
{
    const GpuPreset* gpu = presetAt(gpuPresets(), presetIndex(gpuPresets(), run.gpu));
    return gpu ? gpu->architecture : std::string();
}

std::vector<MeasuredStack> measuredStacks(const Corpus& corpus)
{
    std::map<std::string, std::set<std::string>> seen;
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate && run.software == SoftwareKnowledge::measured) {
            std::set<std::string>& architectures = seen[run.stack];
            if (const std::string architecture = architectureOf(run); !architecture.empty())
                architectures.insert(architecture);
        }
    std::vector<MeasuredStack> stacks;
    stacks.reserve(seen.size());
    for (const auto& [id, architectures] : seen)
        stacks.push_back({id, {architectures.begin(), architectures.end()}});
    return stacks;
}

std::vector<LeftOut> predictLeftOut(const Corpus& corpus, const LeftOutConstants& constants)
{
    std::vector<LeftOut> all;
    Strangers sources(corpus, constants.sources), architectures(corpus, constants.architectures);
    for (const MeasuredRun& run : corpus.runs.runs) {
        if (!run.gate)
            continue;
        const MeasuredRun generic = asGeneric(run);
        if (run.software != SoftwareKnowledge::generic)
            all.push_back(leftOut(run, Basis::measured, run, constants.sources.at(run.group)));
        all.push_back(leftOut(run, Basis::similar, generic, sources.to(run, run.group)));
        const std::string architecture = architectureOf(run);
        if (architecture.empty())
            continue;
        const ConstantSet& elsewhere = architectures.to(run, architecture);
        all.push_back(leftOut(run, Basis::none, onUnknownGpu(generic, elsewhere), elsewhere));
    }
    return all;
}

std::vector<LearnedSpreads> spreadsOf(std::vector<LeftOut>& errors)
{
    std::vector<LearnedSpreads> all;
    for (const Basis basis : {Basis::measured, Basis::similar, Basis::none}) {
        std::map<std::string, MeasuredSource> sources, modeled;
        for (const LeftOut& e : errors) {
            if (e.basis != basis || e.unstated > 0)
                continue;
            addRow(sources, e);
            if (!e.run->scaling)
                addRow(modeled, e);
        }
        // Software that was measured has hardly any outliers; with heavy tails its left-out interval score is worse.
        const Scatter scatter = basis == Basis::measured ? Scatter::normal : Scatter::heavy_tailed;
        const LearnedSpreads learned = learnSpreads(std::string(basisId(basis)), sources, scatter);
        all.push_back(learned);
        for (LeftOut& e : errors)
            if (e.basis == basis)
                e.spread = spreadOf(e, learned.all);
        // Runs of one's own calibrate kernels, so those with a measured compute time say little about them.
        if (scatter == Scatter::heavy_tailed)
            all.push_back(beforeCalibration(
                learnSpreads(calibrationSpreadsId(basis), modeled, Scatter::normal), learned, modeled));
    }
    return all;
}

std::vector<LeftOut> predictCalibrated(
    const Corpus& corpus, const LeftOutConstants& constants, const std::vector<LearnedSpreads>& spreads)
{
    Calibration calibration = shippedCalibration();
    LearnedConstants learned = *calibration.constants;
    learned.spreads.clear();
    for (const LearnedSpreads& s : spreads)
        learned.spreads.push_back(s.all);
    calibration.constants = std::make_shared<const LearnedConstants>(std::move(learned));
    std::map<std::string, std::vector<const MeasuredRun*>> series;
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate && !run.scaling && !hasOpenShape(run))
            series[run.series].push_back(&run);
    std::vector<LeftOut> all;
    Strangers sources(corpus, constants.sources);
    for (const auto& [name, runs] : series)
        addCalibrated(all, runs,
            runs.front()->software == SoftwareKnowledge::measured ? constants.sources.at(runs.front()->group)
                                                                  : sources.to(*runs.front(), runs.front()->group),
            calibration);
    return all;
}

} // namespace kneepoint::fit
