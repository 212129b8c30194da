// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The libraries of the folder presets/, built into the program and read when first asked for, each alone.
/// Entry i has PresetIndex i + 1. A library that cannot be read is a fault of the build: it ends the program.
namespace kneepoint {

struct GpuPreset {
    std::string id, name, vendor, source, note;
    std::string assumed; ///< which figures have no measured or published source; empty: all have
    std::array<double, precision_count> peak{};
    double memory_bytes = 0;         ///< as the driver reports it
    double nominal_memory_bytes = 0; ///< as it is sold, in units of 10⁹ bytes
    double memory_bandwidth = 0, power_w = 0;
    double node_power_w = 0;          ///< of a whole scale-up domain with its GPUs; 0: not stated
    double scale_up_bandwidth = 0;    ///< one direction; PCIe if there is no other link
    double scale_up_efficiency = 0.8; ///< achievable share of it
    double scale_up_domain = 1;       ///< GPUs in the scale-up domain
    double switch_gpus = 0;           ///< GPUs under one PCIe switch; 0: dedicated links
    Topology topology = Topology::switched;
    double torus_ring = 4;         ///< fewest chips on an axis with wraparound links
    double scale_up_latency_s = 0; ///< per hop, as published; 0: fitted to measured collectives
    bool switch_reduction = false; ///< the switch supports in-network reduction
    std::string architecture;      ///< of the silicon: "hopper"; its GPUs share fitted constants
    int launched = 0;              ///< year in which it came on the market, by its vendor's announcement
    bool generation = false;       ///< it stands for its generation
    std::string network;           ///< id of the interconnect of chips that have one of their own; else empty
    bool announced = false;        ///< figures of its vendor before anybody has measured one
};

struct InterconnectPreset {
    std::string id, name, source, note;
    std::string assumed; ///< as in GpuPreset
    Protocol protocol = Protocol::rdma;
    double line_rate = 0, efficiency = 1, latency_s = 0;
    bool per_gpu = false;   ///< the rate is that of one GPU, however slow; a slow one is otherwise that of a node
    bool announced = false; ///< as in GpuPreset
};

/// A machine known by its name: a cloud's instance type, a server, a supercomputer.
struct MachinePreset {
    std::string id, name, source, note;
    std::string assumed;             ///< as in GpuPreset
    std::vector<std::string> called; ///< its names in files and publications: "p5.48xlarge"
    std::string gpu;                 ///< id of its GPU
    std::string network;             ///< id of the interconnect between its nodes
    double gpus = 0;                 ///< of a host
    double nics = 0;                 ///< of a host, for traffic between GPUs
    double nic_rate = 0;             ///< line rate of one of them in bytes/s, one direction
    double domain = 0;               ///< GPUs that share scale-up links; 0: those of a host
    double oversubscription = 1;     ///< of its fabric, where that is published
    double pod_gpus = 0;             ///< GPUs under one leaf, if it is oversubscribed; 0: as by default
};

/// A figure that an entry writes into a scenario, by the id of its parameter.
struct PresetValue {
    std::string parameter;
    double value = 0;
};

/// A generation of training software: its behavior and the constants fitted to its runs.
struct StackPreset {
    std::string id, name, source, note;
    std::string assumed; ///< as in GpuPreset
    std::vector<PresetValue> settings;
    std::string family;               ///< "3d", "fsdp", "fsdp-compiled" or "ddp"; each has a generic stack
    std::string program;              ///< the program; empty for a generic stack
    bool generic = false;             ///< the medians of the measured stacks of its family, centered on its programs
    std::string like;                 ///< for software known only from its code: the stack that provides its constants
    std::vector<std::string> vendors; ///< of the GPUs that it runs on; empty: of all
    double gradient_bits = 32;        ///< format of communicated gradients in 16-bit training, by default
    /// What it can split between GPUs: "tensor", "pipeline", "context", "expert"; absent: all of them.
    std::optional<std::vector<std::string>> splits;
    std::vector<std::string> schedules; ///< of pipelines that it offers, by their ids
    std::string schedules_source;
    std::optional<std::vector<int>> zero_stages; ///< supported ZeRO stages; absent: all
};

struct ModelPreset {
    std::string id, name, family, source, note;
    std::string assumed; ///< as in GpuPreset, of the model and of its training
    ModelKind kind = ModelKind::transformer;
    std::vector<PresetValue> settings; ///< parameters that say what the model is; the others of them: their defaults
    bool rounded = false;              ///< the published size is rounded: 2.7 B for 2.65 B
    double training_sequence = 0;      ///< tokens of a sequence in its pre-training; 0: not stated
    double training_batch = 0;         ///< sequences or examples in a global batch; 0: not stated
};

[[nodiscard]] std::span<const GpuPreset> gpuPresets();
[[nodiscard]] std::span<const InterconnectPreset> interconnectPresets();
[[nodiscard]] std::span<const MachinePreset> machinePresets();
[[nodiscard]] std::span<const ModelPreset> modelPresets();
[[nodiscard]] std::span<const StackPreset> stackPresets();
/// Index of the entry with this id, 0 if there is none.
template <class Preset> [[nodiscard]] PresetIndex presetIndex(std::span<const Preset> presets, std::string_view id)
{
    const auto found = std::ranges::find(presets, id, [](const Preset& p) { return std::string_view(p.id); });
    return found == presets.end() ? 0 : static_cast<PresetIndex>(found - presets.begin()) + 1;
}
/// The entry with this index, from 1; nullptr for 0, which means custom, and beyond the library.
template <class Preset> [[nodiscard]] const Preset* presetAt(std::span<const Preset> presets, PresetIndex index)
{
    return index > 0 && static_cast<std::size_t>(index) <= presets.size()
        ? &presets[static_cast<std::size_t>(index) - 1]
        : nullptr;
}

/// GPUs in a node of this GPU: those that share its scale-up links, a whole pod if these form a torus. `gpu` is an
/// index of the library, from 1.
[[nodiscard]] double usualNode(PresetIndex gpu);
/// Those of them that a cluster of `gpus` uses: all, or, in a rack-scale domain that does not divide the cluster, the
/// largest divisor of `gpus` that is at least half of the domain: 64 of 72 for 512 GPUs.
[[nodiscard]] double usedNode(PresetIndex gpu, double gpus);
/// The same of a domain of this many GPUs behind a switch.
[[nodiscard]] double usedDomain(double domain, double gpus);

} // namespace kneepoint
