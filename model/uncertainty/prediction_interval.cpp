// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/uncertainty/prediction_interval.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/architecture.h"
#include "model/constants/physics.h"
#include "model/presets/presets.h"
#include "model/scenario/own_runs.h"
#include "model/scenario/scenario.h"
#include "model/uncertainty/prediction_spread.h"
#include "model/uncertainty/team_effect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace kneepoint {
namespace {

using Work = RunKind::Work;
using Size = RunKind::Size;

/// Id in files and label for people.
struct Name {
    std::string_view id, words;
};
constexpr std::array<Name, 4> works{{{"dense", "dense models"}, {"long", "dense models with long sequences"},
    {"moe", "mixtures of experts"}, {"scaling", "data-parallel scaling"}}};
constexpr std::array<Name, basis_count> bases{{{"calibrated", "your own runs"}, {"measured", "measured stack"},
    {"similar", "similar hardware"}, {"none", "no data"}}};
constexpr std::array<Name, 3> sizes{
    {{"node", "in one node"}, {"cluster", "on up to 512 GPUs"}, {"large", "on more than 512 GPUs"}}};

template <class Enum> constexpr std::size_t place(Enum e)
{
    return static_cast<std::size_t>(e);
}

/// Whether the compute time is neither measured nor made of kernels with measured rates.
bool isAssumed(const Scenario& s)
{
    return s.workload.measured_example_s <= 0 && !atKernelDepth(s);
}

bool isMeasured(const GpuPreset& gpu, const ConstantSet& kernels)
{
    return std::ranges::find(kernels.families, gpu.architecture, &ConstantOwner::id) != kernels.families.end();
}

/// Whether a GPU's kernels run at the rates of the library's.
bool hasRatesOf(const Scenario& s, const GpuPreset& gpu, const ConstantSet& kernels)
{
    if (s.cluster.peak != gpu.peak || s.cluster.memory_bandwidth != gpu.memory_bandwidth)
        return false;
    Scenario same = s;
    applySettings(same, kernels.gpu(gpu.id));
    return same == s;
}

/// The GPU of the library that has the scenario's rates: the chosen one, or for figures of one's own another; memory
/// and power may be others, because a step does not depend on them.
const GpuPreset* gpuOf(const Scenario& s, const ConstantSet& kernels)
{
    if (const GpuPreset* chosen = presetAt(gpuPresets(), s.cluster.gpu); chosen && hasRatesOf(s, *chosen, kernels))
        return chosen;
    const auto found =
        std::ranges::find_if(gpuPresets(), [&](const GpuPreset& gpu) { return hasRatesOf(s, gpu, kernels); });
    return found == gpuPresets().end() ? nullptr : &*found;
}

/// Whether this software has been measured: on GPUs of this architecture, or on any if none is given.
bool isMeasured(const StackPreset& stack, const GpuPreset* gpu, const LearnedConstants& constants)
{
    const auto found = std::ranges::find(constants.measured, stack.id, &MeasuredStack::id);
    return found != constants.measured.end()
        && (!gpu || std::ranges::find(found->architectures, gpu->architecture) != found->architectures.end());
}

/// What the layers of a model have that no measured run's had; empty if nothing.
std::string_view unmeasuredMixer(const Workload& w)
{
    switch (otherMixer(w)) {
    case Mixer::delta_rule:
        return "had layers with linear attention";
    case Mixer::state_space:
        return "had layers with a state space";
    case Mixer::sparse:
        return "had sparse attention";
    default:
        break;
    }
    if (hasSource(w))
        return "had cross-attention";
    if (w.feed_forward_layers > 0)
        return "had blocks of one part";
    return expertHidden(w) != w.hidden ? "had experts on a latent width" : "";
}

/// What a job does that no run did which the constants were learned from: "trained adapters"; empty if nothing.
std::string_view unmeasuredKind(const Scenario& s)
{
    if (s.workload.measured_example_s > 0) // its compute time is known
        return {};
    if (s.workload.tuning == Tuning::frozen_part && s.workload.frozen_share > 0)
        return "had frozen layers";
    if (s.workload.tuning == Tuning::lora || s.workload.tuning == Tuning::qlora)
        return "trained adapters";
    if (s.workload.reference_model != ReferenceModel::none)
        return "had a reference model";
    if (const std::string_view mixer = unmeasuredMixer(s.workload); !mixer.empty())
        return mixer;
    if (s.plan.offload != Offload::none)
        return "offloaded to host memory";
    if (s.plan.optimizer == Optimizer::muon)
        return "used Muon";
    return {};
}

std::string outsideReason(const Scenario& s, Basis basis)
{
    if (basis == Basis::calibrated)
        return {};
    if (isAssumed(s))
        return "a sustained rate is an assumption, not a measurement";
    if (s.stack.software == 0)
        return "no measured software stack is chosen";
    if (basis == Basis::none)
        return "no measured run used GPUs of this architecture";
    if (const std::string_view kind = unmeasuredKind(s); !kind.empty())
        return fmt::format("no run that the constants were learned from {}", kind);
    constexpr double most_measured_gpus = 16384;
    if (s.cluster.gpus > most_measured_gpus)
        return "no measured run used this many GPUs";
    return {};
}

/// For a calibrated scenario: what its runs leave open, as half-widths of a 90 % interval.
PredictionSpread openEnds(const Scenario& s, const LearnedErrors& learned, const Calibration& calibration)
{
    Scenario plain = s;
    plain.own_runs = {};
    const FactorSpreads* before = calibrationSpreadsOf(learned.spreads, basisOf(plain, calibration));
    const double deviations = calibratedDeviations(s, learned.errors);
    const PredictionSpread open = openSpread(s, before ? *before : FactorSpreads{}, calibration);
    return {deviations * open.faster, deviations * open.slower};
}

} // namespace

std::string_view basisId(Basis basis)
{
    return bases[place(basis)].id;
}

std::string_view basisLabel(Basis basis)
{
    return bases[place(basis)].words;
}

Basis basisOf(const Scenario& s, const Calibration& calibration)
{
    if (isCalibrated(s))
        return Basis::calibrated;
    const ConstantSet& kernels = calibration.constants->kernels;
    const GpuPreset* gpu = gpuOf(s, kernels);
    const StackPreset* stack = presetAt(stackPresets(), s.stack.software);
    const bool timed = s.workload.measured_example_s > 0; // then the GPU's own rates are not used
    if (!stack || isAssumed(s) || (!timed && (!gpu || !isMeasured(*gpu, kernels))))
        return Basis::none;
    return unmeasuredKind(s).empty() && isMeasured(*stack, timed ? nullptr : gpu, *calibration.constants)
        ? Basis::measured
        : Basis::similar;
}

RunKind kindOf(const Scenario& s, Basis basis)
{
    constexpr double cluster_gpus = 512, long_sequence = 32768;
    RunKind kind;
    kind.work = s.workload.measured_example_s > 0     ? Work::scaling
        : s.workload.experts > 1                      ? Work::mixture
        : s.workload.sequence_length >= long_sequence ? Work::long_context
                                                      : Work::dense;
    kind.basis = basis;
    kind.size = s.cluster.gpus <= std::max(8.0, s.cluster.gpus_per_node) ? Size::node
        : s.cluster.gpus <= cluster_gpus                                 ? Size::cluster
                                                                         : Size::large;
    return kind;
}

std::string kindLabel(const RunKind& kind)
{
    return fmt::format("{} {}", works[place(kind.work)].words, sizes[place(kind.size)].words);
}

std::string kindId(const RunKind& kind)
{
    return fmt::format("{}/{}/{}", works[place(kind.work)].id, basisId(kind.basis), sizes[place(kind.size)].id);
}

double likeness(const RunKind& a, const RunKind& b)
{
    if (a.work != b.work || a.basis != b.basis)
        return 0;
    return std::exp2(-std::abs(static_cast<int>(a.size) - static_cast<int>(b.size)));
}

const FactorSpreads* spreadsOf(std::span<const FactorSpreads> all, Basis basis)
{
    const auto found = std::ranges::find(all, basisId(basis), &FactorSpreads::basis);
    return found == all.end() ? nullptr : &*found;
}

double exposureGrowth(const StepReport& step)
{
    double together = 0;
    for (const Part part : {Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm, Part::bubble,
             Part::data_comm, Part::straggler})
        together += step.part(part).exposed_s;
    return 1 + std::min(1.0, together / step.step_s);
}

double calibratedDeviations(const Scenario& s, std::span<const ErrorKind> errors)
{
    const auto found = std::ranges::find(errors, kindId(kindOf(s, Basis::calibrated)), &ErrorKind::kind);
    return found == errors.end() ? deviations_of_nine_in_ten : std::log(found->high);
}

PredictionInterval predictionInterval(const Scenario& s, Basis basis, const StepReport& step,
    const LearnedErrors& learned, double unstated, const Calibration& calibration)
{
    const RunKind kind = kindOf(s, basis);
    PredictionInterval interval;
    interval.low_s = interval.high_s = step.step_s;
    interval.basis = basis;
    interval.outside = outsideReason(s, basis);
    if (basis == Basis::calibrated) {
        const double own = exposureGrowth(step) * s.own_runs.half_width;
        const PredictionSpread open = openEnds(s, learned, calibration);
        interval.low_s *= std::exp(-std::hypot(own, open.faster));
        interval.high_s *= std::exp(std::hypot(own, open.slower));
        interval.rows = s.own_runs.runs;
        interval.kind = s.own_runs.name.empty() ? "this calibration" : s.own_runs.name.text();
        return interval;
    }
    const auto found = std::ranges::find(learned.errors, kindId(kind), &ErrorKind::kind);
    const FactorSpreads* spreads = spreadsOf(learned.spreads, basis);
    if (isAssumed(s) || found == learned.errors.end() || !spreads)
        return interval;
    const PredictionSpread spread = predictionSpread(s, *spreads, calibration);
    interval.spread = {std::hypot(spread.faster, unstated), std::hypot(spread.slower, unstated)};
    const double open = interval_sigmas * unstated;
    interval.low_s *= std::exp(-std::hypot(std::log(found->low) * spread.faster, open));
    interval.high_s *= std::exp(std::hypot(std::log(found->high) * spread.slower, open));
    interval.rows = found->rows;
    interval.kind = kindLabel(kind);
    return interval;
}

PredictionInterval predictionInterval(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const LearnedConstants& constants = *calibration.constants;
    return withTeam(
        predictionInterval(s, basisOf(s, calibration), step, {constants.errors, constants.spreads}, 0, calibration),
        step.step_s, s.assumptions.setting);
}

} // namespace kneepoint
