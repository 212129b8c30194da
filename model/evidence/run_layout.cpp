// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_layout.h"

#include "model/catalogue/architecture.h"
#include "model/catalogue/catalogue.h"
#include "model/evidence/names.h"
#include "model/evidence/recompute_modules.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace kneepoint {
namespace {

/// Runs with several chunks per stage are interleaved.
void setChunks(Plan& p, double chunks)
{
    p.virtual_stages = chunks;
    p.pipeline_schedule = chunks > 1 ? PipelineSchedule::interleaved : PipelineSchedule::one_f_one_b;
}

/// The family and conventions of the stack that a scenario runs.
const StackPreset& stackOf(const Scenario& s)
{
    return *presetAt(stackPresets(), s.stack.software);
}

/// Whether its software is that of fully sharded data parallelism, eager or compiled.
bool isFullySharded(const Scenario& s)
{
    return stackOf(s).family.starts_with("fsdp");
}

/// As stated; else 16 bits if everything is kept in them, as in FP16 training, or if the software reduces in them.
GradientPrecision gradientPrecisionOf(const RunRecord& run, const Scenario& s)
{
    if (const auto stated = statedGradients(run))
        return *stated;
    const bool narrow = mentions(run.mp_mode, "PURE") || precisionOf(run.precision) == Precision::fp16;
    return narrow || stackOf(s).gradient_bits <= 16 ? GradientPrecision::bf16 : GradientPrecision::fp32;
}

/// By default TorchTitan splits a local batch into as many micro-batches as there are stages; its interleaved schedule
/// has two chunks per GPU.
Scenario torchTitanPipeline(Scenario s, const RunRecord& run)
{
    s.plan.accumulation = s.plan.pipeline_parallel;
    setChunks(s.plan, mentions(run.schedule, "Interleaved") ? 2 : 1);
    s.workload.global_batch = run.setting("workload.global_batch", 0);
    s.workload.batch_per_gpu = run.local_batch.value_or(0) / s.plan.accumulation;
    return s;
}

bool isWhole(double value)
{
    constexpr double rounding = 1e-9;
    return std::abs(value - std::round(value)) < rounding * std::max(1.0, value);
}

/// Possible micro-batches: the stated one, else powers of two that divide a replica's examples.
std::vector<double> microbatchesOf(const RunRecord& run, double replica_examples)
{
    if (const auto stated = run.setting("workload.batch_per_gpu"))
        return {*stated};
    constexpr double most = 64;
    std::vector<double> sizes;
    for (double size = 1; size <= most && isWhole(replica_examples / size); size *= 2)
        sizes.push_back(size);
    return sizes.empty() ? std::vector{1.0} : sizes;
}

/// Possible chunks per stage: the stated number, else all that divide the stage's layers.
std::vector<double> chunksOf(const Scenario& s, const RunRecord& run)
{
    if (run.setting("plan.virtual_stages") || s.plan.pipeline_parallel <= 1)
        return {s.plan.virtual_stages};
    constexpr double most = 32;
    const double layers = std::ceil(s.workload.layers / s.plan.pipeline_parallel);
    std::vector<double> chunks;
    for (double v = 1; v <= std::min(most, layers); ++v)
        if (isWhole(layers / v))
            chunks.push_back(v);
    return chunks;
}

/// Possible ZeRO stages. People run DeepSpeed for ZeRO, so a source that names it and no stage ran any; under a
/// pipeline it shards the optimizer state at most.
std::vector<int> shardingsOf(const Scenario& s, const RunRecord& run)
{
    if (!mentions(run.software, "DeepSpeed") || run.setting("plan.zero_stage") || !run.sharding.empty())
        return {s.plan.zero_stage};
    return s.plan.pipeline_parallel > 1 ? std::vector{1} : std::vector{1, 2, 3};
}

/// Assigns the stated settings of some parameters.
Result<void> assignStated(Scenario& s, const RunRecord& run, bool (*assigns)(const Parameter&))
{
    for (const ObservedSetting& setting : run.stated.settings) {
        const Parameter& p = parameter(setting.parameter);
        if (!assigns(p))
            continue;
        if (const auto checked = checkValue(p, setting.value); !checked)
            return failure(fmt::format("{}: {}", setting.place, checked.error().message));
        p.assign(s, setting.value);
    }
    return {};
}

} // namespace

std::vector<double> plausibleHeads(double hidden, double tensor_parallel)
{
    constexpr double narrowest = 64, widest = 256, usual = 128;
    std::vector<double> heads;
    for (double width = narrowest; width <= widest; ++width)
        if (std::fmod(hidden, width * std::max(1.0, tensor_parallel)) == 0)
            heads.push_back(hidden / width);
    std::ranges::stable_sort(heads, {}, [&](double n) { return std::abs(std::log(hidden / n / usual)); });
    return heads.empty() ? std::vector{std::max(1.0, std::round(hidden / usual))} : heads;
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

std::optional<GradientPrecision> statedGradients(const RunRecord& run)
{
    const auto stated = precisionOf(run.gradient_precision);
    if (!stated)
        return {};
    return *stated == Precision::fp32 || *stated == Precision::tf32 ? GradientPrecision::fp32 : GradientPrecision::bf16;
}

NarrowScaling scalingOf(std::string_view precision)
{
    if (mentions(precision, "rowwise"))
        return NarrowScaling::row;
    return mentions(precision, "MX") && !mentions(precision, "CS") ? NarrowScaling::block : NarrowScaling::tensor;
}

std::vector<double> headsOf(const RunRecord& run)
{
    if (const auto heads = run.setting("workload.heads"))
        return {*heads};
    return plausibleHeads(run.setting("workload.hidden", 0), run.setting("plan.tensor_parallel", 1));
}

Result<void> setModel(Scenario& s, const RunRecord& run, double heads)
{
    Workload& w = s.workload;
    constexpr double usual_vocabulary = 51200; // Megatron's GPT-2 tokens, padded
    w.vocabulary = usual_vocabulary;
    if (auto set = assignStated(s, run, [](const Parameter& p) { return p.isOfModel(); }); !set)
        return set;
    const bool mixture = w.experts > 1;
    const double dense_ffn = run.setting("workload.dense_ffn", 4 * w.hidden);
    w.kind = ModelKind::transformer;
    w.heads = heads;
    w.kv_heads = run.setting("workload.kv_heads", heads);
    w.ffn = run.setting("workload.ffn", mixture ? dense_ffn : 4 * w.hidden);
    w.dense_ffn = mixture ? dense_ffn : 0;
    if (mentions(run.attention, "MLA")) {
        w.query_latent = 1536;
        w.key_latent = 512;
        w.head_width = 128;
    }
    if (mentions(run.attention, "sliding"))
        w.attention_window = 128;
    w.tied_embeddings = run.setting("workload.tied_embeddings", w.gated ? 0 : 1) == 1;
    const ParameterCount count = countParameters(w);
    w.parameters = count.total;
    w.active_parameters = count.active;
    return {};
}

bool keepsNarrowGradients(const Scenario& s, const RunRecord& run)
{
    const StackPreset& stack = stackOf(s);
    const bool as_reduced = (stack.program == "NeMo" || stack.program == "Megatron-LM") && stack.gradient_bits > 16;
    if (as_reduced && precisionOf(run.gradient_precision) == Precision::bf16)
        return true;
    return stackOf(s).generic && precisionOf(run.precision) == Precision::fp16 && run.gradient_precision.empty();
}

bool statesRecomputation(const RunRecord& run)
{
    return !run.recompute.empty() && !mentions(run.recompute, "stated");
}

Result<void> setLayout(Scenario& s, const RunRecord& run)
{
    Plan& p = s.plan;
    if (mentions(run.sharding, "HSDP"))
        p.shard_group = run.setting("cluster.gpus_per_node", 8);
    if (auto set = assignStated(s, run, [](const Parameter& q) { return q.group == Group::plan; }); !set)
        return set;
    setChunks(p, p.virtual_stages);
    // Most layers recomputed are closest to all of them; of few, measured_run.cpp keeps the rest.
    p.recompute = mentions(run.recompute, "full") || recomputedLayers(run.recompute) >= 0.5 ? Recompute::full
        : mentions(run.recompute, "selective") || mentions(run.recompute, "minimal")        ? Recompute::selective
                                                                                            : Recompute::none;
    p.gradient_precision = gradientPrecisionOf(run, s);
    if (mentions(run.sharding, "GRAD_OP"))
        p.zero_stage = 2;
    // Weights that the optimizer updates in 16 bits have moments in 16 bits and no copy. StateSharding counts a copy of
    // 4 bytes, or at stage 3 a shard of 4, so that 2 + 2 + 2 bytes remain of which the moments are 0 or 2.
    if (precisionOf(run.master) == Precision::bf16)
        p.moment_bytes = p.zero_stage >= 3 ? 2 : 0;
    if (isFullySharded(s) && p.pipeline_parallel > 1) // FSDP2 under a pipeline gathers weights once a step
        p.zero_stage = 2;
    return {};
}

std::vector<Scenario> completions(const Scenario& s, const RunRecord& run)
{
    if (isFullySharded(s) && run.local_batch >= 1 && s.plan.pipeline_parallel > 1)
        return {torchTitanPipeline(s, run)};
    const double global_batch = run.setting("workload.global_batch", 0);
    std::vector<Scenario> all;
    for (const int stage : shardingsOf(s, run))
        for (const double examples : microbatchesOf(run, global_batch / workers(s)))
            for (const double v : chunksOf(s, run)) {
                Scenario c = s;
                c.plan.zero_stage = stage;
                c.workload.batch_per_gpu = examples;
                c.workload.global_batch = global_batch;
                setChunks(c.plan, v);
                c.plan.accumulation = global_batch / (examples * workers(s));
                const bool schedules =
                    v == s.plan.virtual_stages || isWhole(c.plan.accumulation / s.plan.pipeline_parallel);
                if (c.plan.accumulation >= 1 - 1e-9 && schedules)
                    all.push_back(c);
            }
    return all;
}

} // namespace kneepoint
