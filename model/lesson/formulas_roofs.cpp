// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/roofline.h"
#include "model/constants/physics.h"
#include "model/lesson/formula_jobs.h"
#include "model/lesson/formula_records.h"

namespace kneepoint::formula_records {

using namespace formula_jobs;

namespace {

constexpr std::string_view book = "jax-ml/scaling-book, roofline";

FormulaArgument memoryRate()
{
    return quantity("bandwidth", "W", "memory bandwidth per GPU", Unit::bytes_per_second);
}

FormulaArgument elementBytes(double fallback)
{
    return quantity("element_bytes", "e", "bytes per element", Unit::none, fallback);
}

constexpr double gemm_flops = flops_per_parameter / gemm_passes; ///< of a weight and row in one pass

/// Of replicas with one token per step that send their gradients once and receive them once.
Roofline gradientRoofline(double peak, double network, double gradient_bytes)
{
    return dataParallelRoofline(peak, network, 2, 1, gradient_bytes, 0, CollectiveModel::two_way);
}

Roof roofOf(FormulaValues v)
{
    return {.sustained_flops = v[0],
        .memory_bandwidth = v[1],
        .network_bandwidth = v[3],
        .arithmetic_intensity = v[2],
        .communication_intensity = v[4]};
}

Formula total(std::string_view id, std::string_view label, std::string_view symbol, Unit unit)
{
    return {id, "rooflines", label, symbol, "{n}·{x}", unit,
        {counted("gpus", "n", "GPUs, ports or chips"), quantity("each", "x", "value of each", unit)}, arithmetic, {},
        book};
}

} // namespace

std::vector<Formula> roofs()
{
    const std::string_view topic = "rooflines";
    return {
        {"roofline.ridge", topic, "Ridge of a roofline", "I*", "{P}/{W}", Unit::flops_per_byte,
            {peakRate(), memoryRate()}, [](FormulaValues v) { return ridgeIntensity(v[0], v[1]); }, "ridgeIntensity",
            "Williams, Waterman, Patterson 2009"},
        {"roofline.attainable", topic, "Attainable rate under three roofs", "R", "min({P}, {W}·{AI}, {B}·{CI})",
            Unit::flops_per_second,
            {peakRate(), memoryRate(), quantity("intensity", "AI", "arithmetic intensity", Unit::flops_per_byte),
                quantity("network", "B", "network bandwidth per GPU", Unit::bytes_per_second, most),
                quantity("communication_intensity", "CI", "communication intensity", Unit::flops_per_byte, most)},
            [](FormulaValues v) { return attainableRate(roofOf(v)).flops; }, "attainableRate",
            "Distributed roofline, section 1"},
        {"roofline.communication_intensity", topic, "Communication intensity of data parallelism", "CI",
            "3·{b}·{s}/{e}", Unit::flops_per_byte,
            {quantity("batch", "b", "sequences per replica", Unit::none),
                quantity("sequence", "s", "tokens per sequence", Unit::none), elementBytes(2)},
            [](FormulaValues v) { return v[0] * v[1] * gradientRoofline(1, 1, v[2]).roof.communication_intensity; },
            "roofline", "Distributed roofline, section 1"},
        {"roofline.network_bound_tokens", topic, "Tokens per replica below which the network is the limit", "b·s",
            "{e}·{P}/(3·{W})", Unit::tokens, {peakRate(), networkRate("network bandwidth per GPU"), elementBytes(2)},
            [](FormulaValues v) { return gradientRoofline(v[0], v[1], v[2]).crossover_tokens; }, "roofline",
            "Distributed roofline, section 1"},
        {"matmul.critical_rows", topic, "Smallest compute-bound batch of a GEMM", "b*", "{w}/2·{P}/{W}", Unit::none,
            {peakRate(), memoryRate(), quantity("weight_bytes", "w", "bytes per weight", Unit::none, 2)},
            [](FormulaValues v) { return v[2] / gemm_flops * ridgeIntensity(v[0], v[1]); }, "ridgeIntensity", book},
        {"matmul.critical_rows_io", topic, "The same, with the bytes of inputs and outputs", "b*",
            "{w}·{D}·{F}·{P}/{W}/(2·{D}·{F} − {e}·{P}/{W}·({D} + {F}))", Unit::none,
            {peakRate(), memoryRate(), quantity("inner", "D", "summed side", Unit::none),
                quantity("columns", "F", "columns", Unit::none),
                quantity("weight_bytes", "w", "bytes per weight", Unit::none, 2), elementBytes(2)},
            arithmetic, {}, book},
        {"matmul.split_depth", topic, "Smallest compute-bound sharded dimension of a GEMM", "D*",
            "({n} − 1)·{e}·{P}/{W}", Unit::none,
            {peakRate(), networkRate("bandwidth between two chips"), elementBytes(2),
                counted("chips", "n", "chips sharing the contracted dimension", 2, 2)},
            [](FormulaValues v) {
                const double sum_s =
                    allReduce(flat(v[3], v[1]), v[2], 1, CollectiveAlgorithm::ring, lawOf(CollectiveModel::ring))
                        .seconds;
                return sum_s / (gemm_flops / v[3] / v[0]);
            },
            "allReduce", book},
        {"matmul.time", topic, "Time of a GEMM at the roofline", "t",
            "max(2·{m}·{k}·{n}/{P}, {e}·({m}·{k} + {k}·{n} + {m}·{n})/{W})", Unit::seconds,
            {quantity("rows", "m", "rows", Unit::none), quantity("inner", "k", "summed side", Unit::none),
                quantity("columns", "n", "columns", Unit::none), elementBytes(2), peakRate(), memoryRate()},
            [](FormulaValues v) {
                const double elements = v[0] * v[1] + v[1] * v[2] + v[0] * v[2];
                return computeSeconds(gemm_flops * v[0] * v[1] * v[2], v[3] * elements, v[4], v[5]);
            },
            "evaluate", book},
        {"elementwise.time", topic, "Time of an elementwise operation", "t", "{x}·{N}·{e}/{W}", Unit::seconds,
            {quantity("elements", "N", "elements", Unit::none), counted("tensors", "x", "tensors read and written", 3),
                elementBytes(4), memoryRate()},
            [](FormulaValues v) { return computeSeconds(0, v[0] * v[1] * v[2], 1, v[3]); }, "evaluate", book},
        {"memory.read_time", topic, "Time to read data sharded over chips", "t", "{S}/({n}·{W})", Unit::seconds,
            {amount("bytes", "S", "bytes on all chips together", Unit::bytes), counted("chips", "n", "chips", 1),
                memoryRate()},
            [](FormulaValues v) { return computeSeconds(0, v[0] / v[1], 1, v[2]); }, "evaluate", book},
        total("cluster.flops", "Peak rate of a cluster", "P", Unit::flops_per_second),
        total("cluster.memory", "Memory of a cluster", "M", Unit::bytes),
        total("cluster.bandwidth", "Bandwidth of a node or cluster", "B", Unit::bytes_per_second),
    };
}

} // namespace kneepoint::formula_records
