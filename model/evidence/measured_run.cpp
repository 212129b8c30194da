// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_run.h"

#include "model/evidence/hardware_names.h"
#include "model/evidence/open_shape.h"
#include "model/evidence/run_hardware.h"
#include "model/evidence/run_software.h"
#include "model/scenario/architecture.h"
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

bool known(double value)
{
    return std::isfinite(value);
}
double orElse(double value, double otherwise)
{
    return known(value) ? value : otherwise;
}
std::optional<Precision> precisionOf(std::string_view text)
{
    struct Name {
        std::string_view part;
        Precision precision;
    };
    static constexpr Name names[] = {{"fp4", Precision::fp4}, {"fp8", Precision::fp8}, {"bf16", Precision::bf16},
        {"fp16", Precision::fp16}, {"tf32", Precision::tf32}, {"fp32", Precision::fp32}};
    for (const Name& n : names)
        if (mentions(text, n.part))
            return n.precision;
    return {};
}

/// What shares a scale in 8 bits. FP4 has blocks by itself, and its measured rate contains them.
NarrowScaling scalingOf(std::string_view precision)
{
    if (mentions(precision, "rowwise"))
        return NarrowScaling::row;
    return mentions(precision, "MX") && !mentions(precision, "CS") ? NarrowScaling::block : NarrowScaling::tensor;
}

struct Refusal {
    std::string reason;
};

void setModel(Workload& w, const RunRecord& run, double heads)
{
    w.kind = ModelKind::transformer;
    w.layers = run.layers;
    w.hidden = run.hidden;
    w.heads = heads;
    w.kv_heads = orElse(run.kv_heads, w.heads);
    w.gated = run.gated_mlp == 1;
    w.experts = orElse(run.experts, 1);
    w.top_k = orElse(run.top_k, 1);
    const double wide = orElse(run.ffn_hidden, 4 * run.hidden);
    w.ffn = w.experts > 1 ? orElse(run.moe_ffn_hidden, wide) : wide;
    w.dense_ffn = w.experts > 1 ? wide : 0;
    w.shared_experts = orElse(run.shared_experts, 0);
    w.dense_layers = orElse(run.first_dense_layers, 0);
    w.head_width = orElse(run.head_dim, 0);
    if (mentions(run.attention, "MLA")) {
        w.query_latent = 1536;
        w.key_latent = 512;
        w.head_width = 128;
    }
    if (mentions(run.attention, "sliding"))
        w.attention_window = 128;
    w.causal = !(run.bidirectional == 1);
    w.parallel_block = run.parallel_block == 1;
    w.vocabulary = orElse(run.vocab, 51200);
    w.tied_embeddings = known(run.tied_embeddings) ? run.tied_embeddings == 1 : !w.gated;
    const ParameterCount count = countParameters(w);
    w.parameters = count.total;
    w.active_parameters = count.active;
}

/// Runs with several chunks a stage are interleaved.
void setChunks(Plan& p, double chunks)
{
    p.virtual_stages = chunks;
    p.pipeline_schedule = chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
}

/// The family and conventions of the stack that a scenario runs.
const StackPreset& stackOf(const Scenario& s)
{
    return stackPresets()[static_cast<std::size_t>(s.stack.software) - 1];
}

/// As stated; 16 bits where everything is kept in them; else as wide as FP16 training is, or as its software reduces.
GradientPrecision gradientPrecisionOf(const RunRecord& run, const Scenario& s)
{
    if (const auto stated = precisionOf(run.gradient_precision))
        return *stated != Precision::fp32 && *stated != Precision::tf32 ? GradientPrecision::bf16
                                                                        : GradientPrecision::fp32;
    const bool narrow = mentions(run.mp_mode, "PURE") || precisionOf(run.precision) == Precision::fp16;
    return narrow || stackOf(s).gradient_bits <= 16 ? GradientPrecision::bf16 : GradientPrecision::fp32;
}

/// Frameworks sum the gradients of FP16 training in FP16 unless asked (Megatron-LM, arguments.py: only BF16 sets
/// accumulate_allreduce_grads_in_fp32 by itself).
bool keepsNarrowGradients(const Scenario& s, const RunRecord& run)
{
    return stackOf(s).generic && precisionOf(run.precision) == Precision::fp16 && run.gradient_precision.empty();
}

void setLayout(Scenario& s, const RunRecord& run)
{
    Plan& p = s.plan;
    p.tensor_parallel = orElse(run.tp, 1);
    p.pipeline_parallel = orElse(run.pp, 1);
    p.context_parallel = orElse(run.cp, 1);
    p.expert_parallel = orElse(run.ep, 1);
    setChunks(p, orElse(run.virtual_stages, 1));
    p.zero_stage = static_cast<int>(std::clamp(orElse(run.zero_stage, 0), 0.0, 3.0));
    p.sequence_parallel = run.sequence_parallel == 1;
    p.recompute = mentions(run.recompute, "full") ? Recompute::full
        : mentions(run.recompute, "selective")    ? Recompute::selective
                                                  : Recompute::none;
    p.gradient_precision = gradientPrecisionOf(run, s);
    if (run.bucket_bytes > 0)
        p.bucket_bytes = run.bucket_bytes;
    if (mentions(run.sharding, "HSDP"))
        p.shard_group = orElse(run.gpus_per_node, 8);
    if (run.zero_group > 0)
        p.shard_group = std::max(1.0, run.zero_group / p.tensor_parallel);
    if (mentions(run.sharding, "GRAD_OP"))
        p.zero_stage = 2;
    if (stackOf(s).family == "fsdp" && p.pipeline_parallel > 1) // FSDP2 under a pipeline gathers weights once a step
        p.zero_stage = 2;
}

/// TorchTitan splits a local batch into as many micro-batches as there are stages unless told otherwise; its
/// interleaved schedule has two chunks a GPU.
Scenario torchTitanPipeline(Scenario s, const RunRecord& run)
{
    s.plan.accumulation = s.plan.pipeline_parallel;
    setChunks(s.plan, mentions(run.schedule, "Interleaved") ? 2 : 1);
    s.workload.global_batch = run.global_batch;
    s.workload.batch_per_gpu = run.local_batch / s.plan.accumulation;
    return s;
}

bool isWhole(double value)
{
    constexpr double rounding = 1e-9;
    return std::abs(value - std::round(value)) < rounding * std::max(1.0, value);
}

/// Micro-batches a source may have meant: the one it states, else powers of two that divide a replica's examples.
std::vector<double> microbatchesOf(const RunRecord& run, double replica_examples)
{
    if (known(run.microbatch))
        return {run.microbatch};
    constexpr double most = 64;
    std::vector<double> sizes;
    for (double size = 1; size <= most && isWhole(replica_examples / size); size *= 2)
        sizes.push_back(size);
    return sizes.empty() ? std::vector{1.0} : sizes;
}

/// Chunks a stage that it may have meant: the number it states, else all that divide the stage's layers.
std::vector<double> chunksOf(const Scenario& s, const RunRecord& run)
{
    if (known(run.virtual_stages) || s.plan.pipeline_parallel <= 1)
        return {s.plan.virtual_stages};
    constexpr double most = 32;
    const double layers = std::ceil(s.workload.layers / s.plan.pipeline_parallel);
    std::vector<double> chunks;
    for (double v = 1; v <= std::min(most, layers); ++v)
        if (isWhole(layers / v))
            chunks.push_back(v);
    return chunks;
}

/// Head counts that the source may have meant: the one it states, else all that are plausible.
std::vector<double> headsOf(const RunRecord& run)
{
    return known(run.heads) ? std::vector{run.heads} : plausibleHeads(run.hidden, orElse(run.tp, 1));
}

/// Layouts that the source leaves open. Chunks are interleaved where the micro-batches are a multiple of the stages
/// (Narayanan et al. 2021, section 2.2.2).
std::vector<Scenario> completions(const Scenario& s, const RunRecord& run)
{
    if (stackOf(s).family == "fsdp" && run.local_batch >= 1 && s.plan.pipeline_parallel > 1)
        return {torchTitanPipeline(s, run)};
    std::vector<Scenario> all;
    for (const double examples : microbatchesOf(run, run.global_batch / workers(s)))
        for (const double v : chunksOf(s, run)) {
            Scenario c = s;
            c.workload.batch_per_gpu = examples;
            c.workload.global_batch = run.global_batch;
            setChunks(c.plan, v);
            c.plan.accumulation = run.global_batch / (examples * workers(s));
            const bool schedules =
                v == s.plan.virtual_stages || isWhole(c.plan.accumulation / s.plan.pipeline_parallel);
            if (c.plan.accumulation >= 1 - 1e-9 && schedules)
                all.push_back(c);
        }
    return all;
}

double measuredStep(const RunRecord& run)
{
    const double tokens = run.global_batch * run.seq_len;
    for (const double step : {run.step_time_s, run.derived_step_s, tokens / run.tokens_per_s,
             tokens / (run.tokens_per_s_per_gpu * run.gpus), run.global_batch / run.samples_per_s})
        if (known(step) && step > 0)
            return step;
    return unknown;
}

/// Steps from a microsecond to a year; anything else is a slip of the unit.
bool isPlausibleStep(double seconds)
{
    return seconds >= 1e-6 && seconds <= 31557600;
}

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

std::optional<Refusal> missingScale(const RunRecord& run)
{
    if (!(run.gpus >= 1))
        return Refusal{"the number of GPUs is not stated"};
    if (!(run.global_batch > 0))
        return Refusal{"the global batch is not stated"};
    return {};
}

std::optional<Refusal> missingShape(const RunRecord& run)
{
    if (run.model_kind == "cnn")
        return {};
    if (!(run.layers >= 1) || !(run.hidden >= 1))
        return Refusal{"the model's shape is not stated"};
    if (!(run.seq_len >= 1))
        return Refusal{"the sequence length is not stated"};
    if (!known(run.tp) && !known(run.pp) && !known(run.dp))
        return Refusal{"the layout is not stated"};
    if (run.gpus < orElse(run.tp, 1) * orElse(run.pp, 1) * orElse(run.cp, 1))
        return Refusal{"fewer GPUs than the layout needs"};
    for (const double degree : {run.tp, run.pp, run.cp, run.ep, run.virtual_stages, run.microbatch})
        if (known(degree) && !(degree >= 1))
            return Refusal{"a degree or batch below one"};
    for (const double width : {run.heads, run.kv_heads, run.ffn_hidden, run.vocab, run.gpus_per_node, run.gbps_per_gpu})
        if (known(width) && !(width > 0))
            return Refusal{"a width or rate that is not positive"};
    return {};
}

std::optional<Refusal> missing(const RunRecord& run)
{
    if (!run.kind.empty() && run.kind != "timing")
        return Refusal{"not a step time"};
    if (auto refusal = missingScale(run))
        return refusal;
    if (!known(measuredStep(run)))
        return Refusal{"neither step time nor throughput is stated"};
    if (!isPlausibleStep(measuredStep(run)))
        return Refusal{"the measured step is not between 1 µs and a year"};
    if (auto refusal = missingShape(run))
        return refusal;
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

/// What is compared with each other: runs of one series, precision and batch.
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
