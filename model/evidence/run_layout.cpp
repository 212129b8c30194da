// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/run_layout.h"

#include "model/evidence/names.h"
#include "model/evidence/open_shape.h"
#include "model/scenario/architecture.h"
#include "model/scenario/presets.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

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

} // namespace

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

NarrowScaling scalingOf(std::string_view precision)
{
    if (mentions(precision, "rowwise"))
        return NarrowScaling::row;
    return mentions(precision, "MX") && !mentions(precision, "CS") ? NarrowScaling::block : NarrowScaling::tensor;
}

std::vector<double> headsOf(const RunRecord& run)
{
    return known(run.heads) ? std::vector{run.heads} : plausibleHeads(run.hidden, orElse(run.tp, 1));
}

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
    w.expert_groups = orElse(run.expert_groups, 1);
    w.top_groups = orElse(run.top_groups, 1);
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

} // namespace kneepoint
