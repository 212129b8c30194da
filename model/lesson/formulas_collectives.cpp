// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/parameter_servers.h"
#include "model/lesson/formula_jobs.h"
#include "model/lesson/formula_records.h"

#include <algorithm>

namespace kneepoint::formula_records {

using namespace formula_jobs;

namespace {

constexpr std::string_view ring_source = "Communication bottlenecks: 2·(N − 1)/N·S/B; Thakur et al. 2005";
constexpr std::string_view library_source = "law fitted to measured collectives, presets/constants/links.json";
constexpr std::string_view alpha_beta_source = "Hockney 1994: latency and bandwidth";

FormulaArgument payload(std::string_view label = "payload")
{
    return amount("bytes", "S", label, Unit::bytes);
}

FormulaArgument rankCount(std::string_view label = "participating GPUs")
{
    return counted("ranks", "n", label);
}

FormulaArgument bandwidth(std::string_view label = "bandwidth per GPU")
{
    return quantity("bandwidth", "B", label, Unit::bytes_per_second);
}

FormulaArgument latency(std::optional<double> fallback = {})
{
    return amount("latency", "α", "latency per hop", Unit::seconds, fallback);
}

double reduceSeconds(FormulaValues v, CollectiveAlgorithm algorithm)
{
    return allReduce(flat(v[1], v[2], v[3]), v[0], 1, algorithm, lawOf(CollectiveModel::alpha_beta)).seconds;
}

double gatherSeconds(FormulaValues v)
{
    return gather(flat(v[1], v[2], v[3]), v[0], 1, lawOf(CollectiveModel::alpha_beta)).seconds;
}

/// α + S/B of a message between two ranks.
double messageSeconds(double payload, double bandwidth_Bps, double latency_s)
{
    return send(flat(2, bandwidth_Bps, latency_s), payload, lawOf(CollectiveModel::alpha_beta)).seconds;
}

/// Bytes of payload per second of an all-gather over one level of a fat tree; one member: no limit, which is 0.
double gatherRate(double members, double member_Bps)
{
    const double payload = members * member_Bps;
    const double seconds = gather(flat(members, member_Bps), payload, 1, lawOf(CollectiveModel::ring)).seconds;
    return seconds > 0 ? payload / seconds : 0;
}

/// All levels gather in parallel, so the slowest one is the limit.
double levelRate(FormulaValues v)
{
    double slowest = 0;
    for (const double rate : {gatherRate(v[0], v[1]), gatherRate(v[2], v[3]), gatherRate(v[4], v[5])})
        if (rate > 0)
            slowest = slowest > 0 ? std::min(slowest, rate) : rate;
    return slowest;
}

/// Bus bandwidth by the law of library collectives, over nodes with one port for each GPU.
double libraryBusRate(FormulaValues v, CollectiveAlgorithm algorithm)
{
    const GroupLinks links{.ranks = v[1],
        .per_node = std::min(v[1], v[2]),
        .node_Bps = v[3],
        .node_latency_s = v[4],
        .port_Bps = v[5],
        .port_latency_s = v[6],
        .base_s = v[7]};
    const double seconds = allReduce(links, v[0], 1, algorithm, lawOf(CollectiveModel::protocols)).seconds;
    return 2 * (v[1] - 1) / v[1] * v[0] / seconds;
}

std::vector<FormulaArgument> libraryArguments()
{
    return {quantity("bytes", "S", "payload", Unit::bytes), counted("gpus", "n", "participating GPUs", {}, 2),
        counted("gpus_per_node", "g", "GPUs per node", 8),
        quantity("gpu_bandwidth", "B_g", "bandwidth per GPU within the node", Unit::bytes_per_second),
        amount("gpu_latency", "α_g", "latency within the node", Unit::seconds, 2e-6),
        quantity("port_bandwidth", "B_p", "bandwidth of a NIC", Unit::bytes_per_second),
        amount("port_latency", "α_p", "latency between nodes", Unit::seconds, 5e-6),
        amount("base", "t_0", "time of the smallest collective", Unit::seconds, 20e-6)};
}

std::vector<FormulaArgument> levelArguments()
{
    return {counted("gpus", "g", "GPUs per node"),
        quantity("gpu_bandwidth", "B_g", "bandwidth per GPU within the node", Unit::bytes_per_second),
        counted("nodes", "m", "nodes per leaf switch", 1),
        quantity("node_bandwidth", "B_m", "bandwidth out of a node", Unit::bytes_per_second, 1),
        counted("units", "u", "leaf switches under the spine", 1),
        quantity("unit_bandwidth", "B_u", "bandwidth out of a leaf switch", Unit::bytes_per_second, 1)};
}

} // namespace

std::vector<Formula> collectives()
{
    const std::string_view topic = "collectives";
    std::vector<FormulaArgument> levels = levelArguments();
    std::vector<FormulaArgument> levels_and_payload = levels;
    levels_and_payload.push_back(payload());
    return {
        {"all_reduce.ring", topic, "Ring all-reduce", "t", "2·({n} − 1)·{α} + 2·({n} − 1)/{n}·{S}/{B}", Unit::seconds,
            {payload(), rankCount(), bandwidth(), latency(0)},
            [](FormulaValues v) { return reduceSeconds(v, CollectiveAlgorithm::ring); }, "allReduce", ring_source},
        {"all_reduce.tree", topic, "Tree all-reduce", "t", "2·log₂{n}·{α} + 2·{S}/{B}", Unit::seconds,
            {payload(), rankCount(), bandwidth(), latency(0)},
            [](FormulaValues v) { return reduceSeconds(v, CollectiveAlgorithm::tree); }, "allReduce",
            "Communication wall, collective algorithms"},
        {"all_reduce.large_ring", topic, "Ring all-reduce of many ranks", "t", "2·{S}/({l}·{B})", Unit::seconds,
            {payload(), bandwidth("bandwidth per link"), counted("links", "l", "links per GPU used in parallel", 1)},
            [](FormulaValues v) { return manyReduceSeconds(v[0], v[1] * v[2]); }, "allReduce", ring_source},
        {"all_reduce.hierarchical", topic, "Hierarchical all-reduce, one port per GPU", "t",
            "2·({g} − 1)·{α_g} + 2·({g} − 1)/{g}·{S}/{B_g} + 2·({m} − 1)·{α_p} + 2·({m} − 1)/{m}·{S}/({g}·{B_p})",
            Unit::seconds,
            {payload(), counted("gpus_per_node", "g", "GPUs per node"), counted("nodes", "m", "nodes"),
                quantity("gpu_bandwidth", "B_g", "bandwidth per GPU within the node", Unit::bytes_per_second),
                quantity("port_bandwidth", "B_p", "bandwidth of a NIC", Unit::bytes_per_second),
                amount("gpu_latency", "α_g", "latency per hop within the node", Unit::seconds, 0),
                amount("port_latency", "α_p", "latency per hop between nodes", Unit::seconds, 0)},
            arithmetic, {}, "Communication wall, collective algorithms"},
        {"all_reduce.library_bandwidth", topic, "Bus bandwidth of an all-reduce as libraries run it", "B_bus",
            "2·({n} − 1)/{n}·{S}/t({S}, {n}, {g}, {B_g}, {α_g}, {B_p}, {α_p}, {t_0})", Unit::bytes_per_second,
            libraryArguments(), [](FormulaValues v) { return libraryBusRate(v, CollectiveAlgorithm::automatic); },
            "allReduce", library_source},
        {"all_reduce.library_ring_bandwidth", topic, "The same with the ring algorithm only", "B_bus",
            "2·({n} − 1)/{n}·{S}/t({S}, {n}, {g}, {B_g}, {α_g}, {B_p}, {α_p}, {t_0})", Unit::bytes_per_second,
            libraryArguments(), [](FormulaValues v) { return libraryBusRate(v, CollectiveAlgorithm::ring); },
            "allReduce", library_source},
        {"all_gather.ring", topic, "Ring all-gather or reduce-scatter", "t", "({n} − 1)·{α} + ({n} − 1)/{n}·{S}/{B}",
            Unit::seconds, {payload("payload, gathered"), rankCount(), bandwidth(), latency(0)}, gatherSeconds,
            "gather", ring_source},
        {"all_gather.large_ring", topic, "All-gather or reduce-scatter of many ranks", "t", "{S}/({l}·{B})",
            Unit::seconds,
            {payload("payload, gathered"), bandwidth("bandwidth per link"),
                counted("links", "l", "links or directions used in parallel", 1)},
            [](FormulaValues v) { return manyGatherSeconds(v[0], v[1] * v[2]); }, "gather", ring_source},
        {"all_gather.levels", topic, "All-gather across nodes, leaf switches and spine", "t",
            "{S}/min({g}/({g} − 1)·{B_g}, {m}/({m} − 1)·{B_m}, {u}/({u} − 1)·{B_u})", Unit::seconds,
            std::move(levels_and_payload),
            [](FormulaValues v) {
                const double rate = levelRate(v);
                return rate > 0 ? v[6] / rate : 0;
            },
            "gather", "jax-ml/scaling-book, gpus"},
        {"all_gather.levels_bandwidth", topic, "All-gather bandwidth of a fat tree", "B",
            "min({g}/({g} − 1)·{B_g}, {m}/({m} − 1)·{B_m}, {u}/({u} − 1)·{B_u})", Unit::bytes_per_second,
            std::move(levels), levelRate, "gather", "jax-ml/scaling-book, gpus"},
        {"all_to_all.ring", topic, "All-to-all, bytes sent per GPU", "t", "({n} − 1)/{n}·{S}/{B}", Unit::seconds,
            {payload("bytes each GPU has for all others"), rankCount(), bandwidth()},
            [](FormulaValues v) { return allToAll(flat(v[1], v[2]), v[0], lawOf(CollectiveModel::ring)).seconds; },
            "allToAll", "Communication wall, mixture of experts"},
        {"all_to_all.nodes", topic, "All-to-all between nodes", "t", "{S}·({m} − 1)/({m}²·{B})", Unit::seconds,
            {payload("payload over all nodes"), counted("nodes", "m", "nodes"), bandwidth("bandwidth out of a node")},
            [](FormulaValues v) {
                return allToAll(flat(v[1], v[2]), v[0] / v[1], lawOf(CollectiveModel::ring)).seconds;
            },
            "allToAll", "jax-ml/scaling-book, gpus"},
        {"parameter_server.exchange", topic, "Push and pull with parameter servers", "t", "2·{S}/{B}·max(1, {k}/{s})",
            Unit::seconds,
            {payload(), counted("workers", "k", "workers that send", {}, 2),
                counted("servers", "s", "number of servers", 1), bandwidth("bandwidth per server")},
            [](FormulaValues v) {
                return parameterServer(flat(v[1], v[3]), v[0], v[2], lawOf(CollectiveModel::payload)).seconds;
            },
            "parameterServer", "Communication bottlenecks, parameter server"},
        {"transfer.alpha_beta", topic, "Point-to-point message over several links", "t", "{h}·{α} + {S}/({l}·{B})",
            Unit::seconds,
            {payload("message"), bandwidth("bandwidth per link"), counted("links", "l", "links used in parallel", 1),
                counted("hops", "h", "hops along the path", 1, 0), latency(0)},
            [](FormulaValues v) { return messageSeconds(v[0], v[1] * v[2], v[3] * v[4]); }, "send", alpha_beta_source},
        {"transfer.relay", topic, "Store-and-forward message, hop by hop", "t", "{h}·({α} + {S}/{B})", Unit::seconds,
            {payload("message"), bandwidth("bandwidth per link"), counted("hops", "h", "sequential hops", 1, 0),
                latency(0)},
            [](FormulaValues v) { return v[2] * messageSeconds(v[0], v[1], v[3]); }, "send", alpha_beta_source},
        {"network.half_size", topic, "Message size at which transfer time equals latency", "S₁⸝₂", "{α}·{B}",
            Unit::bytes, {latency(), bandwidth("bandwidth per link")},
            [](FormulaValues v) { return messageSeconds(0, v[1], v[0]) * v[1]; }, "send", alpha_beta_source},
        {"network.bus_bandwidth", topic, "Bus bandwidth of a measured all-reduce", "B_bus", "2·({n} − 1)/{n}·{S}/{t}",
            Unit::bytes_per_second, {payload(), rankCount(), quantity("time", "t", "measured time", Unit::seconds)},
            [](FormulaValues v) {
                return allReduce(flat(v[1], 1), v[0], 1, CollectiveAlgorithm::ring, lawOf(CollectiveModel::ring))
                           .seconds
                    / v[2];
            },
            "allReduce", "nccl-tests, doc/PERFORMANCE.md"},
    };
}

} // namespace kneepoint::formula_records
