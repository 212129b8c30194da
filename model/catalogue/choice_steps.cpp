// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/choice_steps.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace kneepoint {
namespace {

constexpr std::string_view network_steps[] = {"eth1", "eth10", "eth25", "ib-edr", "ib-hdr", "ib-ndr", "ib-xdr"};

double peak16(const GpuPreset& gpu)
{
    return std::max(
        gpu.peak[static_cast<std::size_t>(Precision::bf16)], gpu.peak[static_cast<std::size_t>(Precision::fp16)]);
}

/// GPUs of a vendor, by year.
std::vector<const GpuPreset*> family(std::string_view vendor)
{
    std::vector<const GpuPreset*> all;
    for (const GpuPreset& gpu : gpuPresets())
        if (gpu.vendor == vendor)
            all.push_back(&gpu);
    std::ranges::stable_sort(all, {}, &GpuPreset::launched);
    return all;
}

/// Generations of a vendor. Custom GPUs stand where their peak places them, others where their year does.
std::vector<int> gpuSteps(const Scenario& s)
{
    const GpuPreset* now = presetAt(gpuPresets(), s.cluster.gpu);
    std::vector<int> steps;
    bool placed = false;
    const auto place = [&] {
        if (!std::exchange(placed, true))
            steps.push_back(static_cast<int>(s.cluster.gpu));
    };
    for (const GpuPreset* gpu : family(now ? std::string_view(now->vendor) : "NVIDIA")) {
        if (gpu == now || (!now && peak16(*gpu) > s.cluster.peak[static_cast<std::size_t>(Precision::bf16)]))
            place();
        if (gpu->generation && gpu != now)
            steps.push_back(static_cast<int>(presetIndex(gpuPresets(), gpu->id)));
    }
    place();
    return steps;
}

std::vector<int> networkSteps(const Scenario& s)
{
    const auto presets = interconnectPresets();
    const auto now = static_cast<int>(s.cluster.interconnect);
    const InterconnectPreset* own = presetAt(presets, s.cluster.interconnect);
    const double rate = own ? own->line_rate : s.cluster.link_rate;
    std::vector<int> steps;
    for (const std::string_view id : network_steps)
        steps.push_back(static_cast<int>(presetIndex(presets, id)));
    if (std::ranges::find(steps, now) == steps.end())
        steps.insert(
            std::ranges::find_if(steps, [&](int step) { return presetAt(presets, step)->line_rate > rate; }), now);
    return steps;
}

} // namespace

std::vector<int> choiceSteps(const Parameter& p, const Scenario& s)
{
    if (p.id == "cluster.gpu")
        return gpuSteps(s);
    if (p.id == "cluster.interconnect")
        return networkSteps(s);
    return {};
}

std::string stepName(const Parameter& p, int choice)
{
    std::string name(p.choice(choice).label);
    if (p.id == "cluster.gpu") {
        if (const GpuPreset* gpu = presetAt(gpuPresets(), choice))
            return fmt::format("{} · {}", name, gpu->launched);
    } else if (const InterconnectPreset* network = presetAt(interconnectPresets(), choice)) {
        return fmt::format("{} · {}", name, formatQuantity(network->line_rate, parameter("cluster.link_rate").unit));
    }
    return name;
}

} // namespace kneepoint
