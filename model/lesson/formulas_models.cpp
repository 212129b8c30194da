// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/architecture.h"
#include "model/cost/operations.h"
#include "model/lesson/formula_records.h"
#include "model/scenario/scenario.h"

namespace kneepoint::formula_records {
namespace {

FormulaArgument flag(std::string_view id, std::string_view symbol, std::string_view label, double fallback)
{
    return {id, symbol, label, Unit::none, 0, 1, fallback, true};
}

std::vector<FormulaArgument> widths()
{
    return {quantity("hidden", "D", "hidden size", Unit::none), quantity("ffn", "F", "feed-forward width", Unit::none),
        amount("heads", "a", "attention heads; 0: hidden size / head dimension", Unit::none, 0),
        amount("kv_heads", "a_kv", "key-value heads; 0: same as attention heads", Unit::none, 0),
        amount("head_width", "d", "head dimension; 0: hidden size / heads", Unit::none, 0),
        flag("gated", "g", "1 for a gated feed-forward layer (three matrices)", 1)};
}

/// One layer of those widths, without embeddings.
Workload layerOf(FormulaValues v)
{
    Workload w;
    w.layers = 1;
    w.hidden = v[0];
    w.ffn = v[1];
    w.heads = v[2] > 0 ? v[2] : 1;
    w.kv_heads = v[3] > 0 ? v[3] : w.heads;
    w.head_width = v[4];
    w.gated = v[5] != 0;
    w.vocabulary = 0;
    return w;
}

Workload modelOf(FormulaValues v)
{
    Workload w = layerOf(v);
    w.layers = v[6];
    w.vocabulary = v[7];
    w.tied_embeddings = v[8] != 0;
    w.experts = v[9];
    w.top_k = v.size() > 10 ? v[10] : 1;
    return w;
}

std::vector<FormulaArgument> architecture()
{
    std::vector<FormulaArgument> all = widths();
    all.push_back(counted("layers", "L", "layers"));
    all.push_back(amount("vocabulary", "V", "vocabulary size", Unit::none, 0));
    all.push_back(flag("tied", "z", "1 if the embeddings are tied", 0));
    all.push_back(counted("experts", "E", "experts per layer", 1));
    return all;
}

/// Forward and backward FLOPs of tokens through parameters.
double trainingFlops(double parameters, double tokens)
{
    Workload w;
    w.kind = ModelKind::transformer;
    w.active_parameters = parameters;
    w.sequence_length = 1;
    return flopsPerExample(shapeOf(w)) * tokens;
}

FormulaArgument parameterCount(std::string_view label = "active parameters per token")
{
    return quantity("parameters", "N", label, Unit::count);
}

FormulaArgument trainingTokens()
{
    return quantity("tokens", "T", "training tokens", Unit::tokens);
}

} // namespace

std::vector<Formula> models()
{
    const std::string_view topic = "models and FLOPs";
    const std::string_view book = "jax-ml/scaling-book, transformers";
    std::vector<FormulaArgument> attention = widths();
    std::vector<FormulaArgument> active = architecture();
    active.push_back(counted("top_k", "k", "experts per token", 1));
    return {
        {"model.parameters", topic, "Parameters of a transformer", "N",
            "{L}·(2·{D}·({a} + {a_kv})·{d} + (2 + {g})·{D}·{F}·{E} + router) + (2 − {z})·{V}·{D}", Unit::count,
            architecture(), [](FormulaValues v) { return countParameters(modelOf(v)).total; }, "countParameters", book},
        {"model.active_parameters", topic, "Active parameters per token", "N_active",
            "{L}·(2·{D}·({a} + {a_kv})·{d} + (2 + {g})·{D}·{F}·min({k}, {E}) + router) + (2 − {z})·{V}·{D}",
            Unit::count, std::move(active), [](FormulaValues v) { return countParameters(modelOf(v)).active; },
            "countParameters", book},
        {"model.attention_share", topic, "Fraction of a layer's parameters in attention", "share",
            "2·{D}·({a} + {a_kv})·{d}/(2·{D}·({a} + {a_kv})·{d} + (2 + {g})·{D}·{F})", Unit::ratio,
            std::move(attention),
            [](FormulaValues v) {
                Workload layer = layerOf(v);
                const double whole = countParameters(layer).total;
                layer.ffn = 0;
                return countParameters(layer).total / whole;
            },
            "countParameters", book},
        {"attention.crossover_length", topic, "Sequence length at which attention takes as many FLOPs as all GEMMs",
            "T*", "{N_l}/(2·{w}·{c})", Unit::tokens,
            {quantity("layer_parameters", "N_l", "parameters of a layer", Unit::count),
                quantity("width", "w", "attention heads × head dimension", Unit::none),
                quantity("scores", "c", "fraction of the scores that is computed: 0.5 if causal", Unit::ratio, 1)},
            arithmetic, {}, book},
        {"model.kv_cache", topic, "KV cache per token", "S", "2·{L}·{w}·{e}·{T}", Unit::bytes,
            {counted("layers", "L", "layers"),
                quantity("kv_width", "w", "key-value heads × head dimension", Unit::none),
                quantity("element_bytes", "e", "bytes per element", Unit::none, 2),
                quantity("tokens", "T", "tokens", Unit::tokens, 1)},
            arithmetic, {}, book},
        {"training.flops", topic, "FLOPs of a training run", "C", "6·{N}·{T}", Unit::flops,
            {parameterCount(), trainingTokens()}, [](FormulaValues v) { return trainingFlops(v[0], v[1]); },
            "flopsPerExample", "Kaplan et al. 2020; distributed roofline, section 1"},
        {"training.tokens_for_optimum", topic, "Compute-optimal number of tokens for a model size", "T", "{r}·{N}",
            Unit::tokens,
            {parameterCount("parameters"), quantity("ratio", "r", "tokens per parameter", Unit::none, 20)}, arithmetic,
            {}, "Hoffmann et al. 2022"},
        {"training.parameters_for_flops", topic, "Compute-optimal model size for a number of FLOPs", "N",
            "√({C}/(6·{r}))", Unit::count,
            {quantity("flops", "C", "FLOPs of the run", Unit::flops),
                quantity("ratio", "r", "tokens per parameter", Unit::none, 20)},
            arithmetic, {}, "Hoffmann et al. 2022"},
        {"training.time", topic, "Time for a number of FLOPs", "t", "{C}/({n}·{P}·{u})", Unit::hours,
            {quantity("flops", "C", "FLOPs of the run", Unit::flops), counted("gpus", "n", "GPUs", 1), peakRate(),
                quantity("mfu", "u", "model FLOPs utilization", Unit::ratio, 1)},
            arithmetic, {}, book},
        {"training.time_of_tokens", topic, "Training time for a number of tokens", "t", "6·{N}·{T}/({n}·{P}·{u})",
            Unit::hours,
            {parameterCount(), trainingTokens(), counted("gpus", "n", "GPUs", 1), peakRate(),
                quantity("mfu", "u", "model FLOPs utilization", Unit::ratio, 1)},
            [](FormulaValues v) { return trainingFlops(v[0], v[1]) / (v[2] * v[3] * v[4]); }, "flopsPerExample", book},
        {"training.gpus", topic, "GPUs needed to finish in a given time", "n", "{C}/({P}·{u}·{g}·{t})", Unit::none,
            {quantity("flops", "C", "FLOPs of the run", Unit::flops), peakRate(),
                quantity("mfu", "u", "model FLOPs utilization", Unit::ratio, 1),
                quantity("goodput", "g", "fraction of the time that is kept", Unit::ratio, 1),
                quantity("time", "t", "time until the deadline", Unit::hours)},
            arithmetic, {}, book},
        {"training.mfu", topic, "Utilization of a finished run", "MFU", "6·{N}·{T}/({H}·{P})", Unit::ratio,
            {parameterCount(), trainingTokens(), quantity("gpu_time", "H", "GPU time of the run", Unit::hours),
                peakRate()},
            [](FormulaValues v) { return trainingFlops(v[0], v[1]) / (v[2] * v[3]); }, "flopsPerExample", book},
        {"training.rate", topic, "Tokens per second of a job", "R", "{n}·{P}·{u}/(6·{N})", Unit::tokens_per_second,
            {parameterCount(), counted("gpus", "n", "GPUs", 1), peakRate(),
                quantity("mfu", "u", "model FLOPs utilization", Unit::ratio, 1)},
            [](FormulaValues v) { return v[1] * v[2] * v[3] / trainingFlops(v[0], 1); }, "flopsPerExample", book},
        {"batch.tokens_per_gpu", topic, "Tokens per GPU and step", "b", "{B}·{s}/{n}", Unit::tokens,
            {quantity("sequences", "B", "sequences per step", Unit::none),
                quantity("sequence", "s", "tokens per sequence", Unit::none, 1), counted("gpus", "n", "GPUs")},
            arithmetic, {}, book},
        {"batch.accumulation", topic, "Gradient accumulation steps", "m", "{B}/({b}·{K})", Unit::none,
            {quantity("global_batch", "B", "global batch", Unit::none),
                quantity("micro_batch", "b", "micro-batch per replica", Unit::none),
                counted("replicas", "K", "replicas")},
            arithmetic, {}, "Ultra-Scale Playbook"},
        {"batch.steps", topic, "Steps of a training run", "n", "{T}/({B}·{s})", Unit::none,
            {trainingTokens(), quantity("global_batch", "B", "sequences per step", Unit::none),
                quantity("sequence", "s", "tokens per sequence", Unit::none, 1)},
            arithmetic, {}, book},
    };
}

} // namespace kneepoint::formula_records
