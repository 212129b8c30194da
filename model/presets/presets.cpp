// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/presets.h"

#include "model/presets/preset_library.h"

#include <array>
#include <cmath>
#include <stdexcept>

namespace kneepoint {
namespace {

using library::Json;

constexpr double mebibyte = 1024 * 1024;
constexpr std::array<const char*, precision_count> precision_keys{"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"};

// Fields common to all library entries.
template <class Preset> Preset described(const Json& json)
{
    Preset p;
    p.id = json.at("id");
    p.name = json.at("name");
    p.source = json.at("source");
    p.note = json.value("note", "");
    p.assumed = json.value("assumed", "");
    return p;
}

Topology topologyOf(int axes)
{
    for (const Topology topology : {Topology::switched, Topology::torus_2d, Topology::torus_3d})
        if (torusAxes(topology) == axes)
            return topology;
    throw std::invalid_argument(fmt::format("a torus has 2 or 3 axes, not {}", axes));
}

GpuPreset readGpu(const Json& json)
{
    library::onlyKeys(json,
        {"id", "name", "vendor", "source", "note", "assumed", "peak_tflop_per_s", "memory_gb", "memory_mib",
            "memory_gb_per_s", "power_w", "node_power_w", "scale_up", "scale_up_gb_per_s", "scale_up_efficiency",
            "scale_up_domain", "switch_gpus", "switch_reduction", "architecture", "network", "launched", "generation",
            "torus_axes", "torus_ring", "scale_up_latency_us", "announced"});
    auto p = described<GpuPreset>(json);
    p.vendor = json.at("vendor");
    p.architecture = json.at("architecture");
    const Json& peaks = json.at("peak_tflop_per_s");
    library::onlyKeys(peaks, {"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"});
    for (std::size_t i = 0; i < precision_count; ++i)
        p.peak[i] = peaks.value(precision_keys[i], 0.0) * 1e12;
    p.memory_bytes = json.at("memory_mib").get<double>() * mebibyte;
    p.nominal_memory_bytes = json.at("memory_gb").get<double>() * 1e9;
    p.memory_bandwidth = json.at("memory_gb_per_s").get<double>() * 1e9;
    p.power_w = json.at("power_w");
    p.node_power_w = json.value("node_power_w", 0.0);
    p.scale_up_bandwidth = json.at("scale_up_gb_per_s").get<double>() * 1e9;
    p.scale_up_efficiency = json.at("scale_up_efficiency");
    p.scale_up_domain = json.at("scale_up_domain");
    p.switch_gpus = json.value("switch_gpus", 0.0);
    p.switch_reduction = json.value("switch_reduction", false);
    p.network = json.value("network", "");
    p.launched = json.value("launched", 0);
    p.generation = json.value("generation", false);
    p.announced = json.value("announced", false);
    p.topology = topologyOf(json.value("torus_axes", 0));
    p.torus_ring = json.value("torus_ring", p.torus_ring);
    p.scale_up_latency_s = json.value("scale_up_latency_us", 0.0) / 1e6;
    return p;
}

Protocol protocolNamed(const std::string& name)
{
    if (name == "tcp")
        return Protocol::tcp;
    if (name == "rdma")
        return Protocol::rdma;
    if (name == "scale_up")
        return Protocol::scale_up;
    throw std::invalid_argument("unknown protocol " + name);
}

InterconnectPreset readInterconnect(const Json& json)
{
    library::onlyKeys(json,
        {"id", "name", "source", "note", "assumed", "protocol", "line_gbit_per_s", "achieved_gb_per_s", "latency_us",
            "per_gpu", "announced"});
    auto p = described<InterconnectPreset>(json);
    p.protocol = protocolNamed(json.at("protocol"));
    p.line_rate = json.at("line_gbit_per_s").get<double>() * 1e9 / 8;
    p.efficiency = json.at("achieved_gb_per_s").get<double>() * 1e9 / p.line_rate;
    p.latency_s = json.at("latency_us").get<double>() / 1e6;
    p.per_gpu = json.value("per_gpu", false);
    p.announced = json.value("announced", false);
    return p;
}

MachinePreset readMachine(const Json& json)
{
    library::onlyKeys(json,
        {"id", "name", "source", "note", "assumed", "called", "gpu", "network", "gpus", "nics", "nic_gbit_per_s",
            "domain", "oversubscription", "pod_gpus"});
    auto p = described<MachinePreset>(json);
    p.called = json.at("called").get<std::vector<std::string>>();
    p.gpu = json.at("gpu");
    p.network = json.at("network");
    p.gpus = json.at("gpus");
    p.nics = json.at("nics");
    p.nic_rate = json.at("nic_gbit_per_s").get<double>() * 1e9 / 8;
    p.domain = json.value("domain", p.gpus);
    p.oversubscription = json.value("oversubscription", 1.0);
    p.pod_gpus = json.value("pod_gpus", 0.0);
    if (presetIndex(gpuPresets(), p.gpu) == 0 || presetIndex(interconnectPresets(), p.network) == 0)
        throw std::invalid_argument("its GPU or its network is unknown");
    return p;
}

PresetValue setting(std::string parameter, const Json& value)
{
    return {std::move(parameter), value.is_boolean() ? (value.get<bool>() ? 1.0 : 0.0) : value.get<double>()};
}

StackPreset readStack(const Json& json)
{
    library::onlyKeys(json,
        {"id", "name", "source", "note", "assumed", "splits", "zero_stages", "settings", "family", "program", "generic",
            "like", "gradient_bits", "vendors", "schedules"});
    auto p = described<StackPreset>(json);
    p.family = json.at("family");
    p.generic = json.value("generic", false);
    p.program = p.generic ? std::string() : json.at("program").get<std::string>();
    p.like = json.value("like", "");
    p.gradient_bits = json.value("gradient_bits", 32.0);
    if (json.contains("vendors"))
        p.vendors = json.at("vendors").get<std::vector<std::string>>();
    if (json.contains("splits"))
        p.splits = json.at("splits").get<std::vector<std::string>>();
    if (json.contains("schedules")) {
        library::onlyKeys(json.at("schedules"), {"has", "source"});
        p.schedules = json.at("schedules").at("has").get<std::vector<std::string>>();
        p.schedules_source = json.at("schedules").at("source");
    }
    if (json.contains("zero_stages"))
        p.zero_stages = json.at("zero_stages").get<std::vector<int>>();
    for (const auto& [id, value] : json.at("settings").items())
        p.settings.push_back(setting(id, value));
    return p;
}

// Adds to what is assumed of an entry.
void assume(std::string& assumed, std::string_view what)
{
    assumed += assumed.empty() ? "" : "; ";
    assumed += what;
}

// Whatever does not describe the entry itself is a parameter of the workload.
ModelPreset readModel(const Json& json)
{
    auto p = described<ModelPreset>(json);
    p.family = json.at("family");
    p.kind = json.value("kind", "transformer") == "generic" ? ModelKind::generic : ModelKind::transformer;
    p.rounded = json.value("rounded", false);
    constexpr std::array described_above{
        "id", "name", "family", "kind", "source", "note", "assumed", "rounded", "training"};
    for (const auto& [key, value] : json.items())
        if (std::ranges::find(described_above, key) == described_above.end())
            p.settings.push_back(setting("workload." + key, value));
    if (json.contains("training")) {
        const Json& training = json.at("training");
        library::onlyKeys(training, {"sequence", "batch", "source", "assumed"});
        p.training_sequence = training.value("sequence", 0.0);
        p.training_batch = training.at("batch");
        if (training.value("assumed", false))
            assume(p.assumed, "sequence and batch of its training");
    }
    return p;
}

} // namespace

std::span<const GpuPreset> gpuPresets()
{
    static const auto presets = library::read("gpus", readGpu);
    return presets;
}

std::span<const InterconnectPreset> interconnectPresets()
{
    static const auto presets = library::read("interconnects", readInterconnect);
    return presets;
}

std::span<const MachinePreset> machinePresets()
{
    static const auto presets = library::read("machines", readMachine);
    return presets;
}

std::span<const ModelPreset> modelPresets()
{
    static const auto presets = library::read("models", readModel);
    return presets;
}

std::span<const StackPreset> stackPresets()
{
    static const auto presets = library::read("stacks", readStack);
    return presets;
}

double usualNode(PresetIndex gpu)
{
    return presetAt(gpuPresets(), gpu)->scale_up_domain;
}

double usedNode(PresetIndex gpu, double gpus)
{
    const double domain = usualNode(gpu);
    return presetAt(gpuPresets(), gpu)->topology == Topology::switched ? usedDomain(domain, gpus) : domain;
}

double usedDomain(double domain, double gpus)
{
    constexpr double largest_server = 16;
    if (domain <= largest_server)
        return domain;
    for (double part = domain; part >= domain / 2; --part)
        if (std::fmod(gpus, part) == 0)
            return part;
    return domain;
}

} // namespace kneepoint
