// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/parameter_fields.h"
#include "model/scenario/scenario.h"

namespace kneepoint::fields {
namespace {

constexpr auto room = &Scenario::cluster;
constexpr auto roofline_article = "Distributed roofline, section 1";
constexpr auto bottlenecks = "Communication bottlenecks and scaling limits";
constexpr auto network_article = "Network bottleneck calculation, step 2";
constexpr auto wall_article = "Communication wall, interconnect topologies";

constexpr Choice protocols[] = {{"tcp", "TCP", "copies through the CPU, high latency"},
    {"rdma", "RDMA", "InfiniBand or RoCE, the NIC writes directly to GPU memory"},
    {"scale-up", "Scale-up link", "NVLink, PCIe and similar"}};

constexpr Choice topologies[] = {{"switched", "Switch", "every GPU reaches every other at full bandwidth"},
    {"torus-2d", "2D torus", "links to the four neighbors: TPU v3, v5e, v6e"},
    {"torus-3d", "3D torus", "links to the six neighbors: TPU v4, v5p, 7x"}};

template <std::size_t precision> double readPeak(const Scenario& s)
{
    return s.cluster.peak[precision];
}
template <std::size_t precision> void writePeak(Scenario& s, double value)
{
    s.cluster.peak[precision] = value;
}
template <Precision precision> constexpr Parameter peak(std::string_view id, std::string_view label)
{
    constexpr auto index = static_cast<std::size_t>(precision);
    return {
        .id = id,
        .topic = "GPU",
        .label = label,
        .symbol = "P",
        .unit = Unit::flops_per_second,
        .range = {.min = precision == Precision::fp32 ? 1e9 : 0, .max = 1e18, .slider_max = 1e16},
        .help = "Dense peak (without sparsity) of the GPU in this format; 0 if it does not support the format.",
        .formula = "attainable = min(P, memory bandwidth × AI, network bandwidth × CI)",
        .computed_by = "roofline",
        .source = roofline_article,
        .get = &readPeak<index>,
        .assign = &writePeak<index>,
    };
}

/// Neighboring stages of a node use a NIC where it is faster than their link, and workers to reach their servers.
std::string_view onlyNetwork(const Scenario& s)
{
    const bool has_servers = s.plan.synchronization != Synchronization::all_reduce;
    const bool leaves_node = s.cluster.gpus > s.cluster.gpus_per_node || s.cluster.sites > 1;
    return leaves_node || has_servers || s.plan.pipeline_parallel > 1 ? "" : "all GPUs are in one node";
}
std::string_view onlyNodes(const Scenario& s)
{
    return s.cluster.gpus_per_node <= 1 ? "a node holds one GPU" : "";
}
std::string_view onlyTorus(const Scenario& s)
{
    return s.cluster.topology == Topology::switched ? "a switch joins the GPUs of a node" : onlyNodes(s);
}
std::string_view onlyHostLinks(const Scenario& s)
{
    return s.cluster.switch_gpus > 0 ? onlyNodes(s) : "the GPUs of a node have dedicated links";
}
std::string_view onlyLatency(const Scenario& s)
{
    const bool sends = s.plan.pipeline_parallel > 1 || exchangesTokens(s); // which is always timed with its latency
    return sends || s.assumptions.collective_model >= CollectiveModel::alpha_beta
        ? ""
        : "the collective model ignores latency";
}
std::string_view onlyOversubscribed(const Scenario& s)
{
    return s.cluster.oversubscription <= 1 ? "the fabric is not oversubscribed" : "";
}

template <auto Field>
constexpr Parameter kernelShare(std::string_view id, std::string_view label, std::string_view help)
{
    return fitted<room, Field>(id, label, {.unit = Unit::ratio, .range = {.min = 0.01}}, help,
        {"time = FLOPs / (efficiency × peak), longer for small shapes", "kernelRates"},
        {.topic = "GPU", .idle = onlyKernels});
}

std::string_view onlyOffloaded(const Scenario& s)
{
    return s.plan.offload == Offload::none ? "nothing is offloaded" : "";
}
std::string_view onlyUpdatedOnHost(const Scenario& s)
{
    return s.plan.offload == Offload::activations ? "only activations are offloaded" : onlyOffloaded(s);
}

} // namespace

std::span<const Parameter> cluster()
{
    static const Parameter records[] = {
        leading<room, &Cluster::gpus, Follows::batch | Follows::node>("cluster.gpus", "GPUs",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 1048576, .slider_max = 65536}},
            "Total number of GPUs; \"16 nodes\" also works. Replicas K = GPUs / (tensor × context × pipeline "
            "parallel).",
            {"S(K) = T(1)/T(K), E(K) = S(K)/K", "scalingCurve", "Scaling-efficiency simulator, section 3"},
            {.symbol = "n", .headline = true}),
        leading<room, &Cluster::machine, Follows::machine | Follows::gpu | Follows::network | Follows::node>(
            "cluster.machine", "Machine", fromLibrary(libraryChoices<machinePresets>),
            "A cloud instance, a server or a supercomputer by its name. Sets the GPU, GPUs and NICs per node, the "
            "network and its oversubscription; figures that were typed are kept.",
            {"network bandwidth of a GPU = NICs / GPUs per node × line rate × efficiency", "lineRatePerGpu",
                network_article}),
        leading<room, &Cluster::gpu, Follows::gpu | Follows::node>("cluster.gpu", "GPU",
            fromLibrary(libraryChoices<gpuPresets>),
            "The accelerator. Sets dense peaks, memory, power and the scale-up link.",
            {"compute roof, memory roof", "roofline", roofline_article}, {.headline = true}),
        peak<Precision::fp32>("cluster.peak_fp32", "Peak FP32"),
        peak<Precision::tf32>("cluster.peak_tf32", "Peak TF32"),
        peak<Precision::fp16>("cluster.peak_fp16", "Peak FP16"),
        peak<Precision::bf16>("cluster.peak_bf16", "Peak BF16"),
        peak<Precision::fp8>("cluster.peak_fp8", "Peak FP8"),
        peak<Precision::fp4>("cluster.peak_fp4", "Peak FP4"),
        plain<room, &Cluster::memory_bytes>("cluster.memory_bytes", "Memory",
            logarithmic(Unit::bytes, {.min = 1e6, .max = 1e15, .slider_min = 8e9, .slider_max = 1e12}),
            "Memory per GPU as its driver reports it: 85.5 GB (79.6 GiB) on an H100 sold as 80 GB. GB is 10⁹ bytes.",
            {"weights + gradients + optimizer + activations must fit", "memoryUse",
                "Scaling-efficiency simulator, section 4"}),
        plain<room, &Cluster::memory_bandwidth>("cluster.memory_bandwidth", "Memory bandwidth",
            logarithmic(Unit::bytes_per_second, {.min = 1e6, .max = 1e16, .slider_min = 100e9, .slider_max = 30e12}),
            "HBM bandwidth per GPU: the slope of the memory roof.",
            {"memory roof = B_mem × AI", "roofline", roofline_article}, {.symbol = "B_mem"}),
        kernelShare<&Cluster::gemm_efficiency>("cluster.gemm_efficiency", "BF16 GEMM efficiency",
            "Fraction of the 16-bit peak that large GEMMs reach in training, with 2021 libraries."),
        kernelShare<&Cluster::gemm_efficiency_fp8>("cluster.gemm_efficiency_fp8", "FP8 GEMM efficiency",
            "Fraction of the FP8 peak that large GEMMs reach in training."),
        kernelShare<&Cluster::gemm_efficiency_fp4>("cluster.gemm_efficiency_fp4", "FP4 GEMM efficiency",
            "Fraction of the FP4 peak that large GEMMs reach in training."),
        kernelShare<&Cluster::attention_efficiency>("cluster.attention_efficiency", "Fused attention efficiency",
            "Fraction of the 16-bit peak that fused attention reaches, counting only the scores it computes."),
        kernelShare<&Cluster::portable_attention>("cluster.portable_attention",
            "Previous-generation attention efficiency",
            "The same for fused attention written for an earlier GPU generation, which does not use the new tensor "
            "cores."),
        fitted<room, &Cluster::small_product_loss>("cluster.small_product_loss", "Small-GEMM penalty",
            {.unit = Unit::ratio, .range = {.max = 10, .slider_max = 3}},
            "Efficiency loss of small GEMMs, relative to kernel sweeps on A100, H100 and B200. 0 runs every size at "
            "the rate of a large GEMM.",
            {"time = 2·m·n·k / rate · (1 + 150·penalty/k)(1 + 70·penalty/m)(1 + 70·penalty/n)", "gemmSeconds"},
            {.idle = onlyKernels}),
        kernelShare<&Cluster::memory_efficiency>("cluster.memory_efficiency", "Achieved HBM bandwidth",
            "Fraction of the HBM bandwidth that elementwise kernels reach."),
        fitted<room, &Cluster::sustained_clock>("cluster.sustained_clock", "Sustained clock",
            {.unit = Unit::factor, .range = {.min = 0.1, .max = 3}},
            "Clock that the power limit allows during training, relative to the usual board of the architecture. GEMM "
            "and attention rates scale with it.",
            {"rate = clock × efficiency × peak", "kernelRates"}, {.topic = "Kernels", .idle = onlyKernels}),
        fitted<room, &Cluster::collective_base_s>("cluster.collective_base", "Collective base latency",
            {.unit = Unit::seconds, .range = {.slider_max = 100e-6}},
            "Time of the smallest collective apart from its hops: launch and synchronization.",
            {"t = base + hops × latency + bytes / bandwidth", "protocolSeconds"},
            {.topic = "Node", .idle = onlyProtocols}),
        plain<room, &Cluster::power_w>("cluster.power_w", "Power per GPU",
            {.unit = Unit::watts, .range = {.max = 1e5, .slider_max = 2000}},
            "Power draw per GPU under load. Energy and power of the site also count the rest of its node.",
            {"energy = PUE × (power + share of the node) × GPUs × time", "sitePowerW"}, {.topic = "GPU"}),
        plain<room, &Cluster::pue>("cluster.pue", "PUE", {.range = {.min = 1, .max = 3, .slider_max = 2}},
            "Power of the site over that of its nodes: cooling, conversion and distribution. The default is an "
            "assumption: sites lie between 1.1 and 1.54. 1 leaves them out.",
            {"power of the site = PUE × power of its nodes", "sitePowerW",
                "Uptime Institute, Global Data Center Survey 2025"}),
        plain<room, &Cluster::price_per_gpu_hour>("cluster.price_per_gpu_hour", "Price per GPU-hour",
            {.unit = Unit::dollars_per_hour, .range = {.max = 1e5, .slider_max = 20}},
            "Cost of one GPU-hour. The default is an assumption, not a quote.",
            {"cost = price × GPU-hours", "training"}),
        leading<room, &Cluster::gpus_per_node, Follows::node>("cluster.gpus_per_node", "GPUs per node",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 65536, .slider_max = 512}},
            "GPUs that share a scale-up link. At 1, all communication uses the network.",
            {"g = GPUs of a communication group within a node", "groupLinks", bottlenecks}, {.topic = "Node"}),
        plain<room, &Cluster::scale_up_bandwidth>("cluster.scale_up_bandwidth", "Scale-up bandwidth",
            logarithmic(Unit::bytes_per_second, {.min = 1e6, .max = 1e15, .slider_min = 1e9, .slider_max = 4e12}),
            "Bandwidth per GPU within a node, one direction: half of what data sheets quote for NVLink.",
            {"bandwidth inside a node = scale-up bandwidth × efficiency", "groupLinks", bottlenecks},
            {.idle = onlyNodes}),
        plain<room, &Cluster::scale_up_efficiency>("cluster.scale_up_efficiency", "Scale-up efficiency",
            {.unit = Unit::ratio, .range = {.min = 0.001}},
            "Fraction of the scale-up bandwidth that collectives reach: 280 of 300 GB/s on eight A100 with NVSwitch.",
            {"bandwidth inside a node = scale-up bandwidth × efficiency", "groupLinks", bottlenecks},
            {.idle = onlyNodes}),
        plain<room, &Cluster::scale_up_latency_s>("cluster.scale_up_latency", "Scale-up latency",
            {.unit = Unit::seconds, .range = {.slider_max = 100e-6}},
            "Latency of one hop within a node, including kernel launch.",
            {"ring latency = 2·(K−1) × hop; on a torus half of each closed axis instead of K−1", "allReduce",
                "Communication wall, ring latency"},
            {.idle = onlyLatency}),
        plain<room, &Cluster::topology>("cluster.topology", "Scale-up topology", oneOf<topologies>,
            "What connects the GPUs of a node. On a torus the node is a slice of it: a group of GPUs gets the links of "
            "the axes it spans, half of them if wraparound links do not close the axis, and an all-to-all is limited "
            "by the bisection.",
            {"bandwidth = links used / links of a GPU × scale-up bandwidth × efficiency; all-to-all of a closed axis "
             "of L: payload × L / (8 × link rate)",
                "torusShare", "jax-ml/scaling-book, sharding: collectives over axes of a torus"},
            {.brief = "Topology", .idle = onlyNodes}),
        plain<room, &Cluster::torus_ring>("cluster.torus_ring", "Wraparound from",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 65536, .slider_max = 64}},
            "GPUs along an axis of the torus from which wraparound links close it to a ring. Shorter axes are lines, "
            "with half the bandwidth. TPU v4 and v5p: 4; v5e and v6e: 16.",
            {"links used = 2 for every closed axis, 1 for every line", "torusShare",
                "jax-ml/scaling-book, tpus: networking"},
            {.idle = onlyTorus}),
        fitted<room, &Cluster::switch_reduction>("cluster.switch_reduction", "In-switch reduction (NVLS)", fraction,
            "Fraction of the scale-up bandwidth at which the NVSwitch reduces data in the network (NVLink SHARP, "
            "Hopper and later). 0 means not supported.",
            {"all-reduce in the switch = (1 + 1/g)·S / (share × bandwidth), ring = 2·(g−1)/g·S / bandwidth",
                "allReduce"},
            {.idle = onlyNodes}),
        fitted<room, &Cluster::switch_gpus>("cluster.switch_gpus", "GPUs per PCIe switch",
            {.scale = Scale::integer, .range = {.max = 1024, .slider_max = 8}},
            "GPUs below one PCIe switch or root port; half of a node's GPUs share a socket. 0 means dedicated GPU "
            "links such as NVLink.",
            {"bandwidth = scale-up bandwidth × fraction across switches × fraction across sockets", "groupLinks"},
            {.idle = onlyNodes}),
        fitted<room, &Cluster::bridge_share>("cluster.bridge_share", "Bandwidth across PCIe switches",
            {.unit = Unit::ratio, .range = {.min = 0.001}},
            "Fraction of the scale-up bandwidth available to a group that spans several PCIe switches of one socket: "
            "60 % with peer-to-peer access, 20 % when data pass through host memory.",
            {"bandwidth = scale-up bandwidth × share", "groupLinks"}, {.idle = onlyHostLinks}),
        fitted<room, &Cluster::socket_share>("cluster.socket_share", "Bandwidth across sockets",
            {.unit = Unit::ratio, .range = {.min = 0.001}},
            "Fraction of the scale-up bandwidth available to a group that spans both sockets of a node: 50 % with "
            "peer-to-peer access, 5 % when data pass through host memory.",
            {"bandwidth = scale-up bandwidth × share", "groupLinks"}, {.idle = onlyHostLinks}),
        leading<room, &Cluster::interconnect, Follows::network>("cluster.interconnect", "Interconnect",
            fromLibrary(libraryChoices<interconnectPresets>),
            "The network between nodes. Sets line rate, protocol efficiency, latency, protocol and GPUs per NIC: a "
            "node has one port of TCP networks up to 100 Gbit/s, a port per GPU of all others.",
            {"network roof = network bandwidth × CI", "roofline", network_article}, {.headline = true}),
        leading<room, &Cluster::link_rate, Follows::node>("cluster.link_rate", "Line rate",
            logarithmic(Unit::bits_per_second, {.min = 1e3, .max = 1e15, .slider_min = 125e6, .slider_max = 1e12}),
            "Line rate of one NIC port, one direction. 400 Gbit/s is 50 GB/s.",
            {"network bandwidth = line rate × efficiency / (sharing × oversubscription)", "groupLinks",
                network_article},
            {.topic = "Network"}),
        plain<room, &Cluster::link_efficiency>("cluster.link_efficiency", "Protocol efficiency",
            {.unit = Unit::ratio, .range = {.min = 0.001}},
            "Fraction of the line rate available after framing, headers and protocol overhead.",
            {"network bandwidth = line rate × efficiency / (sharing × oversubscription)", "groupLinks",
                network_article}),
        plain<room, &Cluster::link_latency_s>("cluster.link_latency", "Network latency",
            {.unit = Unit::seconds, .range = {.max = 10, .slider_max = 200e-6}},
            "Latency of one message between nodes, excluding its transfer time.",
            {"ring latency = 2·(K−1)·α; tree latency = 2·log₂K·α", "allReduce", "Communication wall, ring and tree"},
            {.symbol = "α", .idle = onlyLatency}),
        leading<room, &Cluster::protocol, Follows::network>("cluster.protocol", "Protocol", oneOf<protocols>,
            "Transport protocol. Changing it sets the efficiency and latency typical at 100 Gbit/s.",
            {"TCP 72 % and 30 µs, RDMA 88 % and 4 µs", "applyInterconnect", network_article}),
        fitted<room, &Cluster::exchange_share>("cluster.exchange_share", "All-to-all bandwidth",
            {.unit = Unit::ratio, .range = {.min = 0.001}},
            "Fraction of the network bandwidth available when every GPU sends to every other GPU: congestion in the "
            "fabric and the host.",
            {"all-to-all between nodes = bytes to other nodes / (network bandwidth × fraction)", "allToAll"},
            {.idle = onlyProtocols}),
        fitted<room, &Cluster::exchange_conflicts>("cluster.exchange_conflicts", "All-to-all conflicts",
            {.unit = Unit::ratio, .range = {.min = 0, .max = 10, .slider_max = 2}},
            "How much longer an all-to-all takes among many nodes than between two, where flows to different nodes "
            "meet in the network. 0.3: up to 30 %. Networks that spread each flow over all paths have none.",
            {"bandwidth of an all-to-all = its bandwidth between two nodes / (1 + conflicts × (1 − 1/(nodes − 1)))",
                "allToAll"},
            {.idle = onlyProtocols}),
        plain<room, &Cluster::nics_per_node>("cluster.nics_per_node", "NICs per node",
            {.scale = Scale::integer, .range = {.min = 1, .max = 65536, .slider_max = 16}},
            "NICs that the GPUs of a node share. By default one for each GPU, or one for all of them if the network is "
            "TCP of up to 100 Gbit/s.",
            {"network bandwidth of a GPU = NICs / GPUs per node × line rate × efficiency / oversubscription",
                "lineRatePerGpu", "Distributed roofline, section 3: network contention"},
            {.idle = onlyNetwork}),
        plain<room, &Cluster::oversubscription>("cluster.oversubscription", "Oversubscription",
            {.unit = Unit::factor, .range = {.min = 1, .max = 1000, .slider_max = 16}},
            "Oversubscription r:1 of the fat tree. Traffic that leaves the leaf gets 1/r of the NIC bandwidth.",
            {"bandwidth across pods = network bandwidth / r", "groupLinks", wall_article},
            {.symbol = "r", .idle = onlyNetwork}),
        plain<room, &Cluster::pod_gpus>("cluster.pod_gpus", "GPUs per leaf",
            {.scale = Scale::power_of_two, .range = {.min = 1, .max = 1048576, .slider_max = 4096}},
            "GPUs under one leaf switch, with full bandwidth between them.",
            {"oversubscription applies when GPUs > GPUs per leaf", "groupLinks", wall_article},
            {.idle = onlyOversubscribed}),
        plain<room, &Cluster::sites>("cluster.sites", "Sites",
            {.scale = Scale::integer, .range = {.min = 1, .max = 64, .slider_max = 8}},
            "Data centers that share the replicas of the job evenly. Each synchronizes its own replicas; the sites "
            "exchange what all parameters have changed by once in a while (DiLoCo).",
            {"replicas that synchronize in every step = K / sites", "placementOf",
                "Douillard et al. 2023, DiLoCo, arXiv:2311.08105"},
            {.topic = "Sites"}),
        plain<room, &Cluster::site_bandwidth>("cluster.site_bandwidth", "Bandwidth between sites",
            logarithmic(Unit::bits_per_second, {.min = 1e3, .max = 1e15, .slider_min = 1.25e6, .slider_max = 125e9}),
            "What one site sends to the others, all of its GPUs together, one direction. At most what their NICs send.",
            {"time = 2(n−1)/n × bytes / bandwidth", "siteExchange",
                "Douillard et al. 2025, Streaming DiLoCo, arXiv:2501.18512"},
            {.brief = "Bandwidth", .idle = onlySites}),
        plain<room, &Cluster::site_latency_s>("cluster.site_latency", "Latency between sites",
            {.unit = Unit::seconds, .range = {.max = 10, .slider_max = 0.3}},
            "Time of a message from one site to another without its transfer: about 5 ms per 1000 km of fiber.",
            {"2(n−1) × latency per exchange", "siteExchange",
                "Douillard et al. 2025, Streaming DiLoCo, arXiv:2501.18512"},
            {.brief = "Latency", .idle = onlySites}),
        plain<room, &Cluster::host_bandwidth>("cluster.host_bandwidth", "Host link per GPU",
            logarithmic(Unit::bytes_per_second, {.min = 1e6, .max = 1e18, .slider_min = 1e9, .slider_max = 1e12}),
            "Rate of pinned copies between host memory and one GPU, one direction: about 25 GB/s on PCIe 4, 55 on PCIe "
            "5, 360 on NVLink-C2C. The GPU sets it.",
            {"time = bytes / host link", "offloadTime",
                "Measured copies: ZaidQureshi/bam, issue 54; jax-ml.github.io/scaling-book/tpus"},
            {.topic = "Host", .idle = onlyOffloaded}),
        plain<room, &Cluster::host_update_rate>("cluster.host_update_rate", "CPU Adam rate per node",
            logarithmic(Unit::count, {.min = 1e3, .max = 1e18, .slider_min = 1e8, .slider_max = 1e11}),
            "Parameters per second that the CPUs of a node update with Adam, for all of its GPUs together: 2 to 4 "
            "billion on two sockets with DeepSpeed's or Megatron's kernel, a tenth where a job sees few cores.",
            {"t_CPU = parameters of the node / rate", "offloadTime",
                "Reports: THUDM/slime, issue 1139; deepspeedai/DeepSpeed, issue 6834; Ren et al. 2021, ZeRO-Offload"},
            {.brief = "CPU Adam", .idle = onlyUpdatedOnHost}),
        plain<room, &Cluster::loader_rate>("cluster.loader_rate", "Loader rate per replica",
            logarithmic(Unit::examples_per_second, {.min = 1e-6, .max = 1e15, .slider_min = 1, .slider_max = 1e6}),
            "Examples per second that the input pipeline delivers to each replica.",
            {"t_load = replica batch / loader rate", "evaluate", "Scaling-efficiency simulator, Code 15.9.1"},
            {.topic = "Input", .idle = onlyLoading}),
        plain<room, &Cluster::gpu_mtbf_s>("cluster.gpu_mtbf", "GPU MTBF",
            logarithmic(Unit::hours, {.min = 3600, .max = 1e12, .slider_min = 3.6e6, .slider_max = 3.6e9}),
            "Mean time between interruptions per GPU, from all causes. The default corresponds to 419 interruptions in "
            "54 days on 16 384 H100.",
            {"job MTBF = GPU MTBF / n", "goodput", "Llama 3 Team 2024, table 5"},
            {.topic = "Reliability", .idle = onlyFailures}),
        plain<room, &Cluster::restart_s>("cluster.restart", "Restart time",
            {.unit = Unit::seconds, .range = {.max = 1e6, .slider_max = 3600}},
            "Time from an interruption to the next useful step: detection, node replacement, checkpoint load. The "
            "default is an assumption.",
            {"goodput = τ/(M·e^(R/M)·(e^((τ + c)/M) − 1))", "goodput", "Daly 2006"},
            {.symbol = "R", .idle = onlyFailures}),
    };
    return records;
}

} // namespace kneepoint::fields
