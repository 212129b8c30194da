// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/activations.h"
#include "model/cost/training_state.h"
#include "model/job/job.h"
#include "model/lesson/formula_records.h"
#include "model/scenario/scenario.h"

namespace kneepoint::formula_records {
namespace {

constexpr std::string_view korthikanti = "Korthikanti et al. 2022, equations 1 to 4";

/// Activations of a layer of a GPT-style transformer.
double layerBytes(FormulaValues v)
{
    Scenario s;
    s.workload.sequence_length = v[1];
    s.workload.batch_per_gpu = v[2];
    s.workload.hidden = v[3];
    s.workload.heads = s.workload.kv_heads = v[4];
    s.workload.head_width = v[3] / v[4];
    s.workload.ffn = 4 * v[3];
    s.workload.gated = false;
    s.plan.tensor_parallel = v[5];
    s.plan.sequence_parallel = v[6] != 0;
    s.plan.context_parallel = v[7];
    s.plan.recompute = v[9] != 0 ? Recompute::full : Recompute::none;
    s.stack.fused_attention = v[8] == 0;
    const Job job = resolveWithoutLaw(s);
    return layerActivations(job.setup, job.placement.layer, false).kept;
}

} // namespace

std::vector<Formula> memory()
{
    const std::string_view topic = "memory";
    const FormulaArgument each_bytes = quantity("element_bytes", "e", "bytes per element", Unit::none, 2);
    return {
        {"memory.state", topic, "Weights, gradients and optimizer state per GPU", "M",
            "{N}·({w} + {g} + {o}), of which ZeRO-1 divides {o}, ZeRO-2 also {g}, ZeRO-3 all by {K} (stage {z})",
            Unit::bytes,
            {quantity("parameters", "N", "parameters per GPU before sharding", Unit::count),
                amount("weight_bytes", "w", "bytes per weight", Unit::none, 2),
                amount("gradient_bytes", "g", "bytes per gradient", Unit::none, 2),
                amount("optimizer_bytes", "o", "bytes of optimizer state per parameter", Unit::none, 12),
                FormulaArgument{"zero_stage", "z", "ZeRO stage", Unit::none, 0, 3, 0, true},
                counted("replicas", "K", "data-parallel replicas", 1)},
            [](FormulaValues v) {
                return trainingState(v[0], {v[1], v[2], v[3]}, static_cast<int>(v[4]), v[5]).total();
            },
            "trainingState", "Rajbhandari et al. 2020"},
        {"memory.fewest_gpus", topic, "Fewest GPUs with enough memory", "n", "⌈{M}/{C}⌉", Unit::none,
            {quantity("bytes", "M", "bytes to hold", Unit::bytes),
                quantity("capacity", "C", "memory per GPU", Unit::bytes)},
            arithmetic, {}, "jax-ml/scaling-book"},
        {"memory.per_gpu", topic, "Bytes on each GPU", "M", "{S}/{n}", Unit::bytes,
            {amount("bytes", "S", "bytes on all GPUs together", Unit::bytes),
                counted("gpus", "n", "GPUs they are sharded over")},
            arithmetic, {}, "jax-ml/scaling-book"},
        {"tensor.shard_bytes", topic, "Bytes per chip of a sharded matrix", "S", "{r}·{c}·{e}/{n}", Unit::bytes,
            {quantity("rows", "r", "rows", Unit::none), quantity("columns", "c", "columns", Unit::none), each_bytes,
                counted("shards", "n", "shards, not counting copies", 1)},
            arithmetic, {}, "jax-ml/scaling-book, sharding"},
        {"tensor.replicated_bytes", topic, "Bytes of a sharded matrix on all chips, with its copies", "S",
            "{r}·{c}·{e}·{k}", Unit::bytes,
            {quantity("rows", "r", "rows", Unit::none), quantity("columns", "c", "columns", Unit::none), each_bytes,
                counted("replicas", "k", "copies of each shard", 1)},
            arithmetic, {}, "jax-ml/scaling-book, sharding"},
        {"gpus.per_replica", topic, "GPUs of one replica", "n", "{t}·{p}·{c}", Unit::none,
            {counted("tensor", "t", "tensor-parallel ways", 1), counted("pipeline", "p", "pipeline stages", 1),
                counted("context", "c", "context-parallel ways", 1)},
            arithmetic, {}, "Narayanan et al. 2021, section 3"},
        {"activations.layers", topic, "Activations of transformer layers", "M",
            "{L}·{s}·{b}·{h}·(10 + 24/{t} + 5·{a}·{s}/({h}·{t}))/{c}, the 10 also over {t} with sequence parallelism "
            "({r}), scores only if they are kept ({x}), 2 for the bracket under full recomputation ({f})",
            Unit::bytes,
            {counted("layers", "L", "layers"), quantity("sequence", "s", "tokens per sequence", Unit::none),
                quantity("micro_batch", "b", "sequences per micro-batch", Unit::none, 1),
                quantity("hidden", "h", "hidden size", Unit::none),
                quantity("heads", "a", "attention heads", Unit::none, 1),
                counted("tensor_parallel", "t", "tensor-parallel ways", 1),
                FormulaArgument{"sequence_parallel", "r", "1 with sequence parallelism", Unit::none, 0, 1, 0, true},
                counted("context_parallel", "c", "context-parallel ways", 1),
                FormulaArgument{"scores", "x", "1 if attention scores are kept", Unit::none, 0, 1, 1, true},
                FormulaArgument{"full_recompute", "f", "1 with full recomputation", Unit::none, 0, 1, 0, true}},
            [](FormulaValues v) { return v[0] * layerBytes(v); }, "layerActivations", korthikanti},
        {"activations.checkpoints", topic, "Activation checkpoints", "M", "{e}·{L}·{T}·({c_h}·{h} + {c_f}·{F})",
            Unit::bytes,
            {counted("layers", "L", "layers"), quantity("tokens", "T", "tokens per step", Unit::tokens),
                quantity("hidden", "h", "hidden size", Unit::none),
                amount("hidden_checkpoints", "c_h", "checkpoints of hidden size per layer", Unit::none, 1),
                amount("ffn", "F", "feed-forward width", Unit::none, 0),
                amount("ffn_checkpoints", "c_f", "checkpoints of feed-forward size per layer", Unit::none, 0),
                each_bytes},
            arithmetic, {}, "jax-ml/scaling-book, training"},
    };
}

} // namespace kneepoint::formula_records
