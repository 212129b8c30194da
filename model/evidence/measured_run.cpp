// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_run.h"

#include "model/evidence/hardware_names.h"
#include "model/evidence/names.h"
#include "model/evidence/run_check.h"
#include "model/evidence/run_hardware.h"
#include "model/evidence/run_layout.h"
#include "model/evidence/run_software.h"
#include "model/scenario/edit.h"
#include "model/scenario/excerpt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <variant>

namespace kneepoint {
namespace {

/// Keeps the layouts that a scenario can have; refuses a run of which none is left.
std::optional<Refusal> keepInRange(std::vector<Scenario>& candidates)
{
    Result<void> refused;
    std::erase_if(candidates, [&](const Scenario& s) {
        const Result<void> checked = checkScenario(s);
        if (!checked)
            refused = checked;
        return !checked;
    });
    if (candidates.empty() && !refused)
        return Refusal{refused.error().message};
    return {};
}

/// GPUs and network.
std::optional<Refusal> setHardware(Scenario& s, MeasuredRun& m, const RunRecord& run, const Calibration& calibration)
{
    const Result<std::string> gpu = setGpus(s, run, calibration);
    if (!gpu)
        return Refusal{gpu.error().message};
    m.gpu = *gpu;
    if (const Result<void> network = setNetwork(s, run, calibration); !network)
        return Refusal{network.error().message};
    return {};
}

std::variant<MeasuredRun, Refusal> transformerQuestion(
    const RunRecord& run, MeasuredRun m, const Calibration& calibration)
{
    const auto precision = precisionOf(run.precision);
    if (!precision)
        return Refusal{"the precision is not known"};
    Scenario s;
    if (auto refusal = setHardware(s, m, run, calibration))
        return std::move(*refusal);
    if (m.gpu.empty())
        return Refusal{fmt::format("the GPU '{}' is not known", excerpt(run.gpu))};
    s.workload.sequence_length = run.seq_len;
    s.workload.precision = *precision;
    s.workload.narrow_scaling = scalingOf(run.precision);
    s.workload.scaling = Scaling::strong;
    s.cluster.gpus_per_node = scaleUpDomain(run);
    applyStack(s, presetIndex(stackPresets(), m.stack), calibration);
    if (keepsNarrowGradients(s, run))
        s.stack.wide_gradients = false;
    if (mentions(run.precision, "fp8 all-gather"))
        s.stack.narrow_gather = true;
    setLayout(s, run);
    s.assumptions.input_limited = false;
    for (const double heads : headsOf(run)) {
        setModel(s.workload, run, heads);
        std::ranges::move(completions(s, run), std::back_inserter(m.candidates));
    }
    m.mixture = s.workload.experts > 1;
    if (m.candidates.empty())
        return Refusal{"the global batch is smaller than one micro-batch on every replica"};
    if (auto refusal = keepInRange(m.candidates))
        return std::move(*refusal);
    return m;
}

/// A run whose compute time comes from the smallest run of its own series.
std::variant<MeasuredRun, Refusal> scalingQuestion(
    const RunRecord& run, MeasuredRun m, const RunRecord* smallest, const Calibration& calibration)
{
    double example_s = known(run.samples_per_s_1gpu) ? 1 / run.samples_per_s_1gpu : unknown;
    if (!known(example_s) && smallest && smallest != &run)
        example_s = measuredStep(*smallest) * smallest->gpus / smallest->global_batch;
    if (!known(example_s))
        return Refusal{"the smallest run of its series, which the others are compared with"};
    if (!(run.params > 0))
        return Refusal{"the number of parameters is not stated"};
    Scenario s;
    if (auto refusal = setHardware(s, m, run, calibration))
        return std::move(*refusal);
    Workload& w = s.workload;
    w.kind = ModelKind::generic;
    w.parameters = run.params;
    w.active_parameters = run.params;
    w.measured_example_s = example_s;
    w.precision = precisionOf(run.precision).value_or(Precision::fp32);
    applyStack(s, presetIndex(stackPresets(), m.stack), calibration);
    if (!known(run.samples_per_s_1gpu)) { // measured in a crowd, which counts its slowdown by itself
        const double crowd = std::min(smallest->gpus, s.cluster.gpus_per_node);
        w.measured_example_s /= 1 + s.stack.crowding_slope * std::log2(std::max(1.0, crowd));
    }
    assumeRealistic(s);
    s.assumptions.input_limited = false;
    if (mentions(run.sync, "PS")) {
        s.plan.synchronisation = Synchronisation::server_barrier;
        s.plan.parameter_servers = std::max(1.0, run.gpus / s.cluster.gpus_per_node); // BytePS: one on every node
    }
    s.plan.gradient_precision = w.precision == Precision::fp16 ? GradientPrecision::bf16 : GradientPrecision::fp32;
    const double per_gpu = run.global_batch / run.gpus;
    w.batch_per_gpu = orElse(run.microbatch, per_gpu);
    w.global_batch = run.global_batch;
    s.plan.accumulation = std::max(1.0, per_gpu / w.batch_per_gpu);
    constexpr double tensors = 160; ///< of a network of the time; wait-free backpropagation sends each by itself
    const double bytes = run.params * (s.plan.gradient_precision == GradientPrecision::bf16 ? 2 : 4);
    s.plan.bucket_bytes = mentions(run.sync, "WFBP") && !mentions(run.sync, "MG") ? bytes / tensors : 25e6;
    m.scaling = true;
    m.candidates = {s};
    if (auto refusal = keepInRange(m.candidates))
        return std::move(*refusal);
    return m;
}

std::string_view stackFamily(std::string_view id)
{
    return stackPresets()[static_cast<std::size_t>(presetIndex(stackPresets(), id)) - 1].family;
}

/// Runs that are compared with each other: same series, precision and batch.
auto familyOf(const RunRecord& run)
{
    return std::tuple(std::string_view(run.series), std::string_view(run.precision), orElse(run.microbatch, -1));
}
using SmallestRuns = std::map<decltype(familyOf(RunRecord())), const RunRecord*>;

/// The run on the fewest GPUs of every family, of those whose step is known.
SmallestRuns smallestRuns(std::span<const RunRecord> runs)
{
    SmallestRuns smallest;
    for (const RunRecord& run : runs)
        if (isPlausibleStep(measuredStep(run)) && run.gpus >= 1) {
            const RunRecord*& found = smallest[familyOf(run)];
            found = !found || run.gpus < found->gpus ? &run : found;
        }
    return smallest;
}

} // namespace

Result<MeasuredRun> layoutOf(const RunRecord& run, const Calibration& calibration)
{
    if (run.model_kind == "cnn")
        return failure("not a transformer");
    for (const auto& refusal : {missingScale(run), missingShape(run)})
        if (refusal)
            return failure(refusal->reason);
    MeasuredRun m;
    const RunSoftware software = softwareOf(run);
    m.stack = software.stack;
    m.software = software.known;
    auto question = transformerQuestion(run, std::move(m), calibration);
    if (const Refusal* refusal = std::get_if<Refusal>(&question))
        return failure(refusal->reason);
    return std::move(std::get<MeasuredRun>(question));
}

MeasuredRuns questionsOf(const Measurements& measurements, const Calibration& calibration)
{
    MeasuredRuns all;
    all.skipped = measurements.skipped;
    const SmallestRuns smallest = smallestRuns(measurements.runs);
    for (const RunRecord& run : measurements.runs) {
        if (const auto refusal = missing(run)) {
            all.skipped.push_back({run.id, reportSeries(run), refusal->reason});
            continue;
        }
        const RunSoftware software = softwareOf(run);
        MeasuredRun m;
        m.id = run.id;
        m.series = reportSeries(run);
        m.stack = software.stack;
        m.software = software.known;
        m.group = sourceGroup(run);
        m.source = run.source;
        m.gate = run.quality != "C";
        m.step_s = measuredStep(run);
        m.memory_bytes = known(run.peak_memory_gb) ? run.peak_memory_gb * 1e9
            : known(run.peak_memory_gib)           ? run.peak_memory_gib * 1073741824.0
                                                   : 0;
        const bool scaling = stackFamily(m.stack) == "ddp";
        auto question = scaling ? scalingQuestion(run, std::move(m), smallest.at(familyOf(run)), calibration)
                                : transformerQuestion(run, std::move(m), calibration);
        if (const Refusal* refusal = std::get_if<Refusal>(&question))
            all.skipped.push_back({run.id, reportSeries(run), refusal->reason});
        else
            all.runs.push_back(std::move(std::get<MeasuredRun>(question)));
    }
    return all;
}

} // namespace kneepoint
