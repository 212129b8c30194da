// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_run.h"

#include "model/catalogue/apply_presets.h"
#include "model/catalogue/edit.h"
#include "model/evidence/names.h"
#include "model/evidence/recompute_modules.h"
#include "model/evidence/run_check.h"
#include "model/evidence/run_hardware.h"
#include "model/evidence/run_layout.h"
#include "model/evidence/stated_kernels.h"
#include "model/units/excerpt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>

namespace kneepoint {
namespace {

/// Keeps the layouts that a scenario can have; an error if none is left.
Result<void> keepInRange(std::vector<Scenario>& candidates)
{
    Result<void> refused;
    std::erase_if(candidates, [&](const Scenario& s) {
        const Result<void> checked = checkScenario(s);
        if (!checked)
            refused = checked;
        return !checked;
    });
    return candidates.empty() ? refused : Result<void>();
}

/// GPUs and network.
Result<void> setHardware(Scenario& s, MeasuredRun& m, const RunRecord& run, const Calibration& calibration)
{
    const Result<std::string> gpu = setGpus(s, run, calibration);
    if (!gpu)
        return tl::unexpected(gpu.error());
    m.gpu = *gpu;
    return setNetwork(s, run, calibration);
}

/// All layouts of one possible shape.
Result<std::vector<Scenario>> layoutsWith(double heads, Scenario s, const RunRecord& run)
{
    if (const auto set = setModel(s, run, heads); !set)
        return tl::unexpected(set.error());
    const auto layers = recomputedLayers(run.recompute);
    if (const auto kept = layers ? 1 - *layers : keptBesides(run.recompute, s.workload, s.stack.fused_gate);
        kept && s.plan.recompute != Recompute::full) {
        s.plan.recompute = Recompute::selective;
        s.stack.selective_kept = *kept;
    }
    std::vector<Scenario> all = completions(s, run);
    for (Scenario& c : all)
        c.stack.logit_bytes /= lossParts(run, c);
    return all;
}

Result<MeasuredRun> transformerQuestion(const RunRecord& run, MeasuredRun m, const Calibration& calibration)
{
    const auto precision = precisionOf(run.precision);
    if (!precision)
        return failure("the precision is not known");
    Scenario s;
    if (const auto set = setHardware(s, m, run, calibration); !set)
        return tl::unexpected(set.error());
    if (m.gpu.empty())
        return failure(fmt::format("the GPU '{}' is not known", excerpt(run.gpu)));
    s.workload.sequence_length = run.setting("workload.sequence_length", 1);
    s.workload.precision = *precision;
    s.workload.narrow_scaling = scalingOf(run.precision);
    s.workload.scaling = Scaling::strong;
    for (const char* id : {"workload.tuning", "workload.lora_rank", "workload.lora_targets"})
        if (const auto stated = run.setting(id))
            parameter(id).assign(s, *stated);
    s.cluster.resizeNode(scaleUpDomain(run));
    applyStack(s, presetIndex(stackPresets(), m.stack), calibration);
    applyStatedKernels(run, s);
    if (keepsNarrowGradients(s, run))
        s.stack.wide_gradients = false;
    if (mentions(run.precision, "fp8 all-gather"))
        s.stack.narrow_gather = true;
    if (const auto set = setLayout(s, run); !set)
        return tl::unexpected(set.error());
    s.assumptions.input_limited = false;
    const bool between_nodes = s.cluster.gpus > s.cluster.gpus_per_node;
    for (const double rate : linkRatesOf(run)) {
        if (between_nodes)
            s.cluster.link_rate = rate * s.cluster.gpus_per_node / s.cluster.nics_per_node;
        for (const double heads : headsOf(run)) {
            auto layouts = layoutsWith(heads, s, run);
            if (!layouts)
                return tl::unexpected(layouts.error());
            std::ranges::move(*layouts, std::back_inserter(m.candidates));
        }
        if (!between_nodes)
            break;
    }
    m.mixture = run.setting("workload.experts", 1) > 1;
    if (m.candidates.empty())
        return failure("the global batch is smaller than one micro-batch on every replica");
    if (const auto kept = keepInRange(m.candidates); !kept)
        return tl::unexpected(kept.error());
    return m;
}

/// Seconds of one example on one GPU: as stated, or from the smallest run of the series.
std::optional<double> exampleTime(const RunRecord& run, const RunRecord* smallest)
{
    if (const auto stated = run.setting("workload.measured_example_s"))
        return stated;
    if (!smallest || smallest == &run)
        return {};
    return *measuredStep(*smallest) * smallest->setting("cluster.gpus", 1)
        / smallest->setting("workload.global_batch", 0);
}

/// The plan of a data-parallel run of the time before large models: PyTorch DDP, Horovod, BytePS.
void setDataParallelPlan(Scenario& s, const RunRecord& run)
{
    Workload& w = s.workload;
    const double gpus = s.cluster.gpus, global_batch = run.setting("workload.global_batch", 0);
    if (mentions(run.sync, "PS")) {
        s.plan.synchronization = Synchronization::server_barrier;
        s.plan.parameter_servers = std::max(1.0, gpus / s.cluster.gpus_per_node); // BytePS: as many as nodes
    }
    // Automatic mixed precision keeps weights in FP32, and so their gradients; a model cast to FP16 does not.
    const bool cast = w.precision == Precision::fp16 && !mentions(run.precision, "amp");
    s.plan.gradient_precision = statedGradients(run).value_or(cast ? GradientPrecision::bf16 : GradientPrecision::fp32);
    const double per_gpu = global_batch / gpus;
    w.batch_per_gpu = run.setting("workload.batch_per_gpu", per_gpu);
    w.global_batch = global_batch;
    s.plan.accumulation = std::max(1.0, per_gpu / w.batch_per_gpu);
    constexpr double tensors = 160; // of a network of the time; wait-free backpropagation sends each on its own
    const double bytes = w.parameters * (s.plan.gradient_precision == GradientPrecision::fp32 ? 4 : 2);
    const bool each_alone = mentions(run.sync, "WFBP") && !mentions(run.sync, "MG");
    s.plan.bucket_bytes = run.setting("plan.bucket_bytes", each_alone ? bytes / tensors : 25e6);
}

/// A run whose compute time comes from the smallest run of its own series.
Result<MeasuredRun> scalingQuestion(
    const RunRecord& run, MeasuredRun m, const RunRecord* smallest, const Calibration& calibration)
{
    const std::optional<double> example_s = exampleTime(run, smallest);
    if (!example_s)
        return failure("the smallest run of its series, which the others are compared with");
    const double parameters = run.setting("workload.parameters", 0);
    if (parameters <= 0)
        return failure("the number of parameters is not stated");
    Scenario s;
    if (const auto set = setHardware(s, m, run, calibration); !set)
        return tl::unexpected(set.error());
    Workload& w = s.workload;
    w.kind = ModelKind::generic;
    w.parameters = parameters;
    w.active_parameters = parameters;
    w.measured_example_s = *example_s;
    w.precision = precisionOf(run.precision).value_or(Precision::fp32);
    applyStack(s, presetIndex(stackPresets(), m.stack), calibration);
    const bool reads_input = run.setting("assumptions.input_limited", 1) > 0;
    if (reads_input && !run.setting("workload.measured_example_s")) { // measured with the node busy
        const double busy = std::min(smallest->setting("cluster.gpus", 1), s.cluster.gpus_per_node);
        w.measured_example_s /= 1 + s.stack.crowding_slope * std::log2(std::max(1.0, busy));
    }
    assumeRealistic(s);
    s.assumptions.input_limited = reads_input;
    s.cluster.loader_rate = parameter("cluster.loader_rate").range.max; // not stated
    setDataParallelPlan(s, run);
    m.scaling = true;
    m.candidates = {s};
    if (const auto kept = keepInRange(m.candidates); !kept)
        return tl::unexpected(kept.error());
    return m;
}

std::string_view stackFamily(std::string_view id)
{
    return presetAt(stackPresets(), presetIndex(stackPresets(), id))->family;
}

/// Runs that are compared with each other: same series, precision and batch.
auto familyOf(const RunRecord& run)
{
    return std::tuple(
        std::string_view(run.series), std::string_view(run.precision), run.setting("workload.batch_per_gpu", -1));
}
using SmallestRuns = std::map<decltype(familyOf(RunRecord())), const RunRecord*>;

/// The run on the fewest GPUs of every family, of those whose step is known.
SmallestRuns smallestRuns(std::span<const RunRecord> runs)
{
    SmallestRuns smallest;
    const auto gpus = [](const RunRecord& run) { return run.setting("cluster.gpus", 0); };
    for (const RunRecord& run : runs)
        if (isPlausibleStep(measuredStep(run)) && gpus(run) >= 1) {
            const RunRecord*& found = smallest[familyOf(run)];
            found = !found || gpus(run) < gpus(*found) ? &run : found;
        }
    return smallest;
}

Result<MeasuredRun> questionOf(const RunRecord& run, const SmallestRuns& smallest, const Calibration& calibration)
{
    if (const auto checked = checkRun(run); !checked)
        return tl::unexpected(checked.error());
    MeasuredRun m;
    m.id = run.id;
    m.series = reportSeries(run);
    const RunSoftware software = softwareOf(run);
    m.stack = software.stack;
    m.software = software.known;
    m.group = sourceGroup(run);
    m.source = run.source;
    m.cut = run.whole_layers > run.setting("workload.layers", 0);
    m.accumulates = run.accumulates.value_or(true);
    m.gate = run.quality != "C";
    m.recompute_stated = statesRecomputation(run);
    m.sharding_stated = run.setting("plan.zero_stage").has_value() || !run.sharding.empty();
    m.step_s = *measuredStep(run);
    return stackFamily(m.stack) == "ddp" ? scalingQuestion(run, std::move(m), smallest.at(familyOf(run)), calibration)
                                         : transformerQuestion(run, std::move(m), calibration);
}

} // namespace

Result<MeasuredRun> layoutOf(const RunRecord& run, const Calibration& calibration)
{
    if (run.model_kind == "cnn")
        return failure("not a transformer");
    for (const auto& checked : {checkScale(run), checkShape(run)})
        if (!checked)
            return tl::unexpected(checked.error());
    MeasuredRun m;
    const RunSoftware software = softwareOf(run);
    m.stack = software.stack;
    m.software = software.known;
    return transformerQuestion(run, std::move(m), calibration);
}

std::vector<PresetValue> statedOfSoftware(const Scenario& candidate, const Calibration& calibration)
{
    Scenario plain = candidate;
    applyStack(plain, candidate.stack.software, calibration);
    std::vector<PresetValue> stated;
    for (const Parameter& p : catalogue())
        if (p.id.starts_with("stack.") && p.get(candidate) != p.get(plain))
            stated.push_back({std::string(p.id), p.get(candidate)});
    return stated;
}

MeasuredRuns questionsOf(const Measurements& measurements, const Calibration& calibration)
{
    MeasuredRuns all;
    all.skipped = measurements.skipped;
    const SmallestRuns smallest = smallestRuns(measurements.runs);
    for (const RunRecord& run : measurements.runs)
        if (Result<MeasuredRun> question = questionOf(run, smallest, calibration))
            all.runs.push_back(std::move(*question));
        else
            all.skipped.push_back({run.id, reportSeries(run), question.error().message});
    return all;
}

} // namespace kneepoint
