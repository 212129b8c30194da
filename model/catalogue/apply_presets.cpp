// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"

#include "model/catalogue/architecture.h"
#include "model/constants/calibration.h"
#include "model/presets/memory_size.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace kneepoint {
namespace {

constexpr double pcie_3 = 12e9, pcie_4 = 25e9, pcie_5 = 55e9, nvlink_c2c = 359e9;

struct HostLink {
    std::string_view name; ///< an id, or an architecture
    double bandwidth = 0;
};

constexpr HostLink links[] = {
    {"gh200", nvlink_c2c},
    {"gb200", nvlink_c2c},
    {"gb300", nvlink_c2c},
    {"tpu-v6e", 32e9},
    {"mi250x", pcie_4},
    {"tpu", 15e9},
    {"pascal", pcie_3},
    {"volta", pcie_3},
    {"turing", pcie_3},
    {"hopper", pcie_5},
    {"blackwell", pcie_5},
    {"blackwell-rtx", pcie_5},
    {"cdna", pcie_5},
};

/// Bytes/s between host memory and one GPU that pinned copies reach in one direction, by the link of its architecture:
/// 12 of 16 GB/s on PCIe 3, 25 of 32 on PCIe 4 (github.com/ZaidQureshi/bam, issue 54), 55 of 63 on PCIe 5 (an H200
/// node), 359 of 450 on NVLink-C2C (a GB300), and what the hosts of TPUs give a chip
/// (jax-ml.github.io/scaling-book/tpus). GPUs without a figure of their own have that of PCIe 4.
double hostBandwidth(const GpuPreset& gpu)
{
    for (const HostLink& link : links)
        if (link.name == gpu.id || link.name == gpu.architecture)
            return link.bandwidth;
    return pcie_4;
}

template <class Preset> std::string noteOf(const Preset& p)
{
    std::string note;
    if constexpr (std::is_same_v<Preset, GpuPreset>)
        note += fmt::format("Memory: {}. ", memorySizeText(p.memory_bytes));
    if constexpr (std::is_same_v<Preset, GpuPreset> || std::is_same_v<Preset, InterconnectPreset>)
        note += p.announced ? "Announced: nothing is measured. " : "";
    if (!p.note.empty())
        note += p.note + ". ";
    if (!p.assumed.empty())
        note += fmt::format("Assumed: {}. ", p.assumed);
    return note + fmt::format("Source: {}.", p.source);
}

// A library's entries as choices, "custom" first. The texts live as long as the choices that look at them.
struct Choices {
    std::vector<std::string> notes;
    std::vector<Choice> list;

    template <class Preset> explicit Choices(std::span<const Preset> presets)
    {
        for (const Preset& p : presets)
            notes.push_back(noteOf(p));
        list.push_back({"custom", "Custom", ""});
        for (std::size_t i = 0; i < presets.size(); ++i)
            list.push_back({presets[i].id, presets[i].name, notes[i]});
    }
};

template <class Preset> bool knows(std::span<const Preset> presets, PresetIndex index)
{
    return index >= 0 && static_cast<std::size_t>(index) <= presets.size();
}

} // namespace

template <auto presets> std::span<const Choice> libraryChoices()
{
    static const Choices choices(presets());
    return choices.list;
}
template std::span<const Choice> libraryChoices<gpuPresets>();
template std::span<const Choice> libraryChoices<interconnectPresets>();
template std::span<const Choice> libraryChoices<machinePresets>();
template std::span<const Choice> libraryChoices<modelPresets>();
template std::span<const Choice> libraryChoices<stackPresets>();

void applySettings(Scenario& s, std::span<const PresetValue> settings)
{
    for (const PresetValue& setting : settings)
        parameter(setting.parameter).assign(s, setting.value);
}

void applyGpu(Scenario& s, PresetIndex index, const Calibration& calibration)
{
    if (!knows(gpuPresets(), index))
        return;
    Cluster& c = s.cluster;
    c.gpu = index;
    if (const GpuPreset* p = presetAt(gpuPresets(), index)) {
        c.peak = p->peak;
        c.memory_bytes = p->memory_bytes;
        c.memory_bandwidth = p->memory_bandwidth;
        c.power_w = p->power_w;
        c.host_bandwidth = hostBandwidth(*p);
        c.scale_up_bandwidth = p->scale_up_bandwidth;
        c.scale_up_efficiency = p->scale_up_efficiency;
        c.topology = p->topology;
        c.torus_ring = p->torus_ring;
        c.switch_gpus = p->switch_gpus;
        c.bridge_share = c.socket_share = 1;
        const ConstantSet& kernels = calibration.constants->kernels;
        applySettings(s, kernels.gpu(p->id));
        applySettings(s, settingsOf(calibration.constants->links, p->id));
        if (p->scale_up_latency_s > 0)
            c.scale_up_latency_s = p->scale_up_latency_s;
        if (!p->switch_reduction)
            c.switch_reduction = 0;
    }
}

void applyInterconnect(Scenario& s, PresetIndex index, const Calibration& calibration)
{
    if (!knows(interconnectPresets(), index))
        return;
    Cluster& c = s.cluster;
    c.interconnect = index;
    if (const InterconnectPreset* p = presetAt(interconnectPresets(), index)) {
        c.protocol = p->protocol;
        c.link_rate = p->line_rate;
        c.link_efficiency = p->efficiency;
        c.link_latency_s = p->latency_s;
        c.exchange_share = 1;
        c.exchange_conflicts = 0;
        applySettings(s, settingsOf(calibration.constants->links, p->id));
    }
}

void applyModel(Scenario& s, PresetIndex index)
{
    if (!knows(modelPresets(), index))
        return;
    s.workload.model = index;
    if (const ModelPreset* p = presetAt(modelPresets(), index)) {
        resetModel(s);
        s.workload.kind = p->kind;
        applySettings(s, p->settings);
        const auto counts_active = [](const PresetValue& v) { return v.parameter == "workload.active_parameters"; };
        if (std::ranges::none_of(p->settings, counts_active))
            s.workload.active_parameters = s.workload.parameters;
        followExperts(s);
    }
}

Workload workloadOf(const ModelPreset& p)
{
    Scenario s;
    applyModel(s, static_cast<PresetIndex>(&p - modelPresets().data()) + 1);
    return s.workload;
}

namespace {

const StackPreset& stackNamed(const std::string& id)
{
    const auto found = std::ranges::find(stackPresets(), id, &StackPreset::id);
    if (found == stackPresets().end())
        throw std::invalid_argument("unknown stack " + id);
    return *found;
}

void applyMeasured(Scenario& s, const StackPreset& stack, const Calibration& calibration)
{
    applySettings(s, stack.settings);
    applySettings(s, calibration.constants->kernels.stack(stack.id));
}

} // namespace

void applyStack(Scenario& s, PresetIndex index, const Calibration& calibration)
{
    if (!knows(stackPresets(), index))
        return;
    const StackPreset* p = presetAt(stackPresets(), index);
    if (p) {
        const double sustained = s.stack.compute_efficiency;
        s.stack = Stack{};
        s.stack.compute_efficiency = sustained;
        if (!p->like.empty())
            applyMeasured(s, stackNamed(p->like), calibration);
        applyMeasured(s, *p, calibration);
        assumeRealistic(s);
    }
    s.stack.software = index;
}

void assumeRealistic(Scenario& s)
{
    s.assumptions.compute_model = ComputeModel::kernels;
    s.assumptions.collective_model = CollectiveModel::protocols;
    s.assumptions.overlap_model = OverlapModel::stack;
}

} // namespace kneepoint
