// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/choice_steps.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

namespace kneepoint {
namespace {

/// A GPU and the year in which it came on the market, by its vendor's announcements.
struct Launch {
    std::string_view id;
    int year;
    bool step = false; ///< one of those that stand for their generation
};

constexpr Launch launches[] = {
    {"p100-sxm2", 2016, true},
    {"v100-sxm2-16", 2017},
    {"v100-pcie", 2017},
    {"v100-sxm2-32", 2018, true},
    {"t4", 2018},
    {"a100-sxm-40", 2020},
    {"a40", 2020},
    {"rtx3090", 2020},
    {"a100-sxm-80", 2020, true},
    {"a100-pcie-40", 2020},
    {"a10g", 2021},
    {"a30", 2021},
    {"a100-pcie-80", 2021},
    {"a800-sxm", 2022},
    {"rtx4090", 2022},
    {"h100-sxm", 2022, true},
    {"h100-pcie", 2022},
    {"l4", 2023},
    {"l40s", 2023},
    {"h800-sxm", 2023},
    {"h100-nvl", 2023},
    {"gh200", 2023},
    {"h100-sxm-500w", 2023},
    {"h20", 2024},
    {"h200-sxm", 2024, true},
    {"rtx5090", 2025},
    {"rtxpro6000", 2025},
    {"b200-sxm", 2025, true},
    {"gb200", 2025},
    {"b300-sxm", 2025},
    {"gb300", 2025, true},
    {"mi250x", 2021, true},
    {"mi300x", 2023, true},
    {"mi325x", 2024, true},
    {"mi350x", 2025, true},
    {"mi355x", 2025, true},
    {"tpu-v3", 2018, true},
    {"tpu-v4", 2021, true},
    {"tpu-v5e", 2023, true},
    {"tpu-v5p", 2023, true},
    {"tpu-v6e", 2024, true},
    {"tpu-v7x", 2025, true},
    {"gaudi2", 2022, true},
    {"gaudi3", 2024, true},
    {"trn2", 2024, true},
};

constexpr std::string_view network_steps[] = {"eth1", "eth10", "eth25", "ib-edr", "ib-hdr", "ib-ndr", "ib-xdr"};

const Launch* launchOf(std::string_view id)
{
    const auto* found = std::ranges::find(launches, id, &Launch::id);
    return found == std::end(launches) ? nullptr : found;
}

double peak16(const GpuPreset& gpu)
{
    return std::max(
        gpu.peak[static_cast<std::size_t>(Precision::bf16)], gpu.peak[static_cast<std::size_t>(Precision::fp16)]);
}

/// Custom GPUs stand where their peak places them, others where their year does.
std::vector<int> gpuSteps(const Scenario& s)
{
    const auto presets = gpuPresets();
    const GpuPreset* now = presetAt(presets, s.cluster.gpu);
    const std::string_view vendor = now ? std::string_view(now->vendor) : "NVIDIA";
    const Launch* own = now ? launchOf(now->id) : nullptr;
    std::vector<int> steps;
    bool placed = false;
    for (const Launch& launch : launches) {
        const PresetIndex index = presetIndex(presets, launch.id);
        const GpuPreset* gpu = presetAt(presets, index);
        if (!gpu || gpu->vendor != vendor)
            continue;
        const bool later =
            own ? &launch == own : !now && peak16(*gpu) > s.cluster.peak[static_cast<std::size_t>(Precision::bf16)];
        if (!placed && later && (!own || !launch.step)) {
            steps.push_back(static_cast<int>(s.cluster.gpu));
            placed = true;
        }
        if (launch.step) {
            steps.push_back(static_cast<int>(index));
            placed = placed || &launch == own;
        }
    }
    if (!placed)
        steps.push_back(static_cast<int>(s.cluster.gpu));
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
            if (const Launch* launch = launchOf(gpu->id))
                return fmt::format("{} · {}", name, launch->year);
    } else if (const InterconnectPreset* network = presetAt(interconnectPresets(), choice)) {
        return fmt::format("{} · {}", name, formatQuantity(network->line_rate, parameter("cluster.link_rate").unit));
    }
    return name;
}

} // namespace kneepoint
