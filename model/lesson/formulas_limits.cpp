// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/operations.h"
#include "model/lesson/formula_jobs.h"
#include "model/lesson/formula_records.h"

#include <cmath>

namespace kneepoint::formula_records {

using namespace formula_jobs;

namespace {

constexpr std::string_view book = "jax-ml/scaling-book, gpus";
constexpr std::string_view training_book = "jax-ml/scaling-book, training";
constexpr std::string_view course = "accounting of Stanford CS336, assignment 2";
constexpr std::string_view playbook = "Ultra-Scale Playbook, appendix";

std::vector<FormulaArgument> tokensArguments()
{
    return {peakRate(), networkRate(), counted("nodes", "X", "nodes sharing the batch; 0: many", 0, 0),
        quantity("experts", "E", "experts per layer", Unit::none, 1),
        quantity("active_experts", "k", "experts per token", Unit::none, 1),
        quantity("stages", "p", "pipeline stages, each with its own share of the gradients", Unit::none, 1)};
}

FormulaArgument width(double fallback = 2)
{
    return quantity("element_bytes", "e", "bytes per element sent", Unit::none, fallback);
}

FormulaArgument ffn()
{
    return quantity("ffn", "F", "feed-forward width", Unit::none);
}

FormulaArgument matrices()
{
    return quantity("matrices", "m", "matrices per feed-forward layer: 2, or 3 if gated", Unit::none, 2);
}

FormulaArgument axes(std::string_view id, std::string_view symbol, std::string_view label, double fallback)
{
    return quantity(id, symbol, label, Unit::none, fallback);
}

constexpr double gemm_flops = flops_per_parameter / gemm_passes; ///< of a weight and token in one pass

/// Tokens per GPU: what a replica needs under ZeRO-3, divided over the GPUs of its pipeline.
double tokensOf(FormulaValues v)
{
    return dataParallelRoofline(v[0], v[1], v[2], v[3] / v[4], weight_bytes, 3, CollectiveModel::ring).crossover_tokens
        / v[5];
}

/// GPUs on which the compute of a fixed batch, 1/n of that on one GPU, takes as long as a ring all-reduce, (n − 1)/n of
/// that of very many.
double ringCrossing(double single_compute_s, double payload, double network_Bps)
{
    return 1 + single_compute_s / manyReduceSeconds(payload, network_Bps);
}

/// The backward pass of one parameter and the all-reduce of its gradient.
double mostDataParallelWays(double tokens, double peak, double network)
{
    Workload w;
    w.active_parameters = w.sequence_length = 1;
    return ringCrossing(backward_share * flopsPerExample(shapeOf(w)) * tokens / peak, weight_bytes, network);
}

/// Of one token and hidden element: a pass through the matrices of a feed-forward layer on one GPU, over the all-reduce
/// of its output.
double tensorWays(double ffn, double peak, double network, double matrices)
{
    return gemm_flops * matrices * ffn / peak / manyReduceSeconds(activation_bytes, network);
}

/// Per hidden element, with a GPU's unit of bandwidth per link axis: gather of a layer's weights by FSDP on all chips,
/// gather of a token's activations by tensor parallelism on one chip.
struct MixedGathers {
    double weights_s = 0;
    double token_s = 0;
};
MixedGathers mixedGathers(double ffn, double data_axes, double tensor_axes)
{
    return {manyGatherSeconds(plain_ffn_gemms * weight_bytes * ffn, data_axes),
        manyGatherSeconds(2 * activation_bytes, tensor_axes)};
}

/// The degree x on which both take as long: x/n of the weights' time, and 1/x of the time of all tokens.
double bestShardDegree(double tokens, double chips, const MixedGathers& gathers)
{
    return std::sqrt(tokens * chips * gathers.token_s / gathers.weights_s);
}

/// Tokens per chip whose compute takes as long as both gathers at the best degree, 2·√(weights·token/tokens) per token.
double mixedTokens(double alpha, double ffn, const MixedGathers& gathers)
{
    const double token_compute_s = plain_ffn_gemms * gemm_flops * ffn / alpha;
    const double ratio = 2 / token_compute_s;
    return ratio * ratio * gathers.weights_s * gathers.token_s;
}

} // namespace

std::vector<Formula> limits()
{
    const std::string_view topic = "limits of parallelism";
    std::vector<FormulaArgument> batch = tokensArguments();
    batch.push_back(counted("gpus", "n", "GPUs"));
    return {
        {"data_parallel.tokens_per_gpu", topic, "Tokens per GPU needed to keep data parallelism compute-bound", "b",
            "{P}/{W}·{E}/{k}/{p}·({X} − 1)/{X}", Unit::tokens, tokensArguments(), tokensOf, "roofline", book},
        {"data_parallel.batch", topic, "Batch needed to keep data parallelism compute-bound", "B",
            "{n}·{P}/{W}·{E}/{k}/{p}·({X} − 1)/{X}", Unit::tokens, std::move(batch),
            [](FormulaValues v) { return v[6] * tokensOf(v); }, "roofline", book},
        {"data_parallel.most_ways", topic, "Maximum compute-bound data-parallel degree", "n", "1 + {B}·{W}/{P}",
            Unit::none, {quantity("tokens", "B", "tokens per step", Unit::tokens), peakRate(), networkRate()},
            [](FormulaValues v) { return mostDataParallelWays(v[0], v[1], v[2]); }, "allReduce", course},
        {"data_parallel.knee", topic, "Workers at which a ring all-reduce takes as long as compute", "K*",
            "1 + {t₁}·{B}/(2·{S})", Unit::none,
            {quantity("compute", "t₁", "compute time of the whole batch on one worker", Unit::seconds),
                quantity("bytes", "S", "gradients", Unit::bytes),
                quantity("bandwidth", "B", "network bandwidth per worker", Unit::bytes_per_second)},
            [](FormulaValues v) { return ringCrossing(v[0], v[1], v[2]); }, "allReduce",
            "Scaling-efficiency simulator, section 3"},
        {"tensor_parallel.most_ways", topic, "Maximum compute-bound tensor-parallel degree of a feed-forward layer",
            "t", "{m}/2·{F}·{W}/{P}", Unit::none, {ffn(), peakRate(), networkRate(), matrices()},
            [](FormulaValues v) { return tensorWays(v[0], v[1], v[2], v[3]); }, "allReduce", book},
        {"tensor_parallel.most_ways_ring", topic, "The same, for a ring of that many GPUs", "t",
            "1 + {m}/2·{F}·{W}/{P}", Unit::none, {ffn(), peakRate(), networkRate(), matrices()},
            [](FormulaValues v) { return 1 + tensorWays(v[0], v[1], v[2], v[3]); }, "allReduce", course},
        {"tensor_parallel.ffn_per_way", topic, "Feed-forward width needed per tensor-parallel rank", "F/t",
            "2/{m}·{P}/{W}", Unit::none, {peakRate(), networkRate(), matrices()},
            [](FormulaValues v) { return 1 / tensorWays(1, v[0], v[1], v[2]); }, "allReduce", book},
        {"tensor_parallel.exposure", topic, "Activation all-gather time relative to the next GEMM", "t_comm/t_comp",
            "{e}·({t} − 1)/(2·{h})·{P}/{W}", Unit::factor,
            {quantity("hidden", "h", "hidden size", Unit::none), counted("ways", "t", "tensor-parallel ways"),
                peakRate(), networkRate(), width()},
            [](FormulaValues v) {
                const double gather_s = gather(flat(v[1], v[3]), v[4] * v[0], 1, lawOf(CollectiveModel::ring)).seconds;
                return gather_s / (gemm_flops * v[0] * v[0] / v[1] / v[2]);
            },
            "gather", playbook},
        {"fsdp.exposure", topic, "Weight all-gather time of a layer relative to its forward pass", "t_comm/t_comp",
            "{e}·{P}/(2·{T}·{W})", Unit::factor,
            {quantity("tokens", "T", "tokens per micro-batch on one GPU", Unit::tokens), peakRate(), networkRate(),
                width()},
            [](FormulaValues v) { return manyGatherSeconds(v[3], v[2]) / (gemm_flops * v[0] / v[1]); }, "gather",
            playbook},
        {"fsdp_tensor.tokens_per_gpu", topic, "Tokens per chip needed by FSDP with tensor parallelism", "b",
            "4·{α}²/({M_x}·{M_y}·{F})", Unit::tokens,
            {quantity("alpha", "α", "peak FLOP/s divided by the bandwidth of one link axis", Unit::flops_per_byte),
                ffn(), axes("data_axes", "M_x", "link axes used by FSDP", 2),
                axes("tensor_axes", "M_y", "link axes used by tensor parallelism", 1)},
            [](FormulaValues v) { return mixedTokens(v[0], v[1], mixedGathers(v[1], v[2], v[3])); }, "gather",
            training_book},
        {"fsdp_tensor.best_fsdp", topic, "FSDP degree with the least communication in addition to tensor parallelism",
            "x", "√({M_x}/{M_y}·{B}·{n}/{F})", Unit::none,
            {quantity("tokens", "B", "tokens per step", Unit::tokens), counted("chips", "n", "chips"), ffn(),
                axes("data_axes", "M_x", "link axes used by FSDP", 2),
                axes("tensor_axes", "M_y", "link axes used by tensor parallelism", 1)},
            [](FormulaValues v) { return bestShardDegree(v[0], v[1], mixedGathers(v[2], v[3], v[4])); }, "gather",
            training_book},
    };
}

} // namespace kneepoint::formula_records
