// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/left_out.h"

#include "model/calibrate/calibrate.h"
#include "model/evidence/hardware_names.h"
#include "model/step/step_model.h"
#include "model/validation/validation.h"

namespace kneepoint::fit {
namespace {

const StackPreset& stackNamed(const std::string& id)
{
    return stackPresets()[static_cast<std::size_t>(presetIndex(stackPresets(), id)) - 1];
}

const StackPreset& genericOf(const std::string& stack)
{
    const std::string& family = stackNamed(stack).family;
    return *std::ranges::find_if(stackPresets(), [&](const StackPreset& p) { return p.generic && p.family == family; });
}

/// The run as its family's generic stack has it. Whether attention is fused is known of every run, so it stays.
MeasuredRun asGeneric(MeasuredRun run)
{
    const StackPreset& generic = genericOf(run.stack);
    run.stack = generic.id;
    for (Scenario& s : run.candidates) {
        const bool fused = s.stack.fused_attention;
        const Assumptions assumptions = s.assumptions;
        applyStack(s, presetIndex(stackPresets(), generic.id), shippedCalibration());
        s.stack.fused_attention = fused;
        s.assumptions = assumptions;
    }
    return run;
}

/// On a GPU of which only the figures are known.
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

/// With other constants, in the layout that is meant.
Scenario asked(MeasuredRun run, const ConstantSet& set)
{
    for (Scenario& s : run.candidates) {
        applySettings(s, set.gpu(run.gpu));
        applySettings(s, set.stack(run.stack));
    }
    return fastestLayout(run, shippedCalibration());
}

/// Three runs of a series, far apart in its order, calibrate the generic stack for the others.
void addCalibrated(std::vector<LeftOut>& all, const std::vector<const MeasuredRun*>& series, const ConstantSet& set)
{
    constexpr std::size_t least_runs = 6;
    if (series.size() < least_runs)
        return;
    std::vector<std::size_t> chosen;
    for (const std::size_t sixth : {1U, 3U, 5U})
        chosen.push_back(sixth * series.size() / 6);
    std::vector<OwnRow> rows;
    for (const std::size_t i : chosen)
        rows.push_back({series[i]->id, asked(asGeneric(*series[i]), set), series[i]->step_s});
    const OwnRuns own = calibrate(rows.front().scenario, rows, shippedCalibration()).scenario.own_runs;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (std::ranges::find(chosen, i) != chosen.end())
            continue;
        Scenario s = asked(asGeneric(*series[i]), set);
        s.own_runs = own;
        all.push_back({series[i], Basis::calibrated, evaluate(s, shippedCalibration())});
    }
}

} // namespace

std::string architectureOf(const MeasuredRun& run)
{
    const PresetIndex gpu = presetIndex(gpuPresets(), run.gpu);
    return gpu > 0 ? gpuPresets()[static_cast<std::size_t>(gpu) - 1].architecture : std::string();
}

std::vector<LeftOut> predictLeftOut(const Corpus& corpus, const LeftOutConstants& constants)
{
    std::vector<LeftOut> all;
    const Calibration& shipped = shippedCalibration();
    for (const MeasuredRun& run : corpus.runs.runs) {
        if (!run.gate)
            continue;
        const ConstantSet& of_others = constants.sources.at(run.group);
        const MeasuredRun generic = asGeneric(run);
        if (run.software == SoftwareKnowledge::measured)
            all.push_back({&run, Basis::measured, predictedReport(run, of_others, shipped)});
        all.push_back({&run, Basis::similar, predictedReport(generic, of_others, shipped)});
        const std::string architecture = architectureOf(run);
        if (architecture.empty())
            continue;
        const ConstantSet& elsewhere = constants.architectures.at(architecture);
        all.push_back({&run, Basis::none, predictedReport(onUnknownGpu(generic, elsewhere), elsewhere, shipped)});
    }
    std::map<std::string, std::vector<const MeasuredRun*>> series;
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate && !run.scaling)
            series[run.series].push_back(&run);
    for (const auto& [name, runs] : series)
        addCalibrated(all, runs, constants.sources.at(runs.front()->group));
    return all;
}

} // namespace kneepoint::fit
