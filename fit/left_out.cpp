// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/left_out.h"

#include "model/evidence/hardware_names.h"
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
    return *std::ranges::find_if(
        stackPresets(), [&](const StackPreset& p) { return p.generic && p.family == family; });
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
    return all;
}

} // namespace kneepoint::fit
