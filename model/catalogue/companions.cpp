// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/companions.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {

bool runsOn(const StackPreset& stack, const GpuPreset& gpu)
{
    return stack.vendors.empty() || std::ranges::find(stack.vendors, gpu.vendor) != stack.vendors.end();
}

const StackPreset* softwareFor(const GpuPreset& gpu, std::string_view family)
{
    const std::span<const StackPreset> all = stackPresets();
    const auto own = std::ranges::find_if(
        all, [&](const StackPreset& p) { return p.vendors.size() == 1 && p.vendors.front() == gpu.vendor; });
    const auto found = own != all.end() ? own : std::ranges::find_if(all, [&](const StackPreset& p) {
        return p.generic && p.family == family && runsOn(p, gpu);
    });
    return found == all.end() ? nullptr : &*found;
}

Edit companionsOf(const Scenario& job, PresetIndex gpu)
{
    Edit edit;
    const GpuPreset* chosen = presetAt(gpuPresets(), gpu);
    if (!chosen)
        return edit;
    if (const StackPreset* stack = presetAt(stackPresets(), job.stack.software); stack && !runsOn(*stack, *chosen))
        if (const StackPreset* other = softwareFor(*chosen, stack->family))
            edit.push_back({&parameter("stack.software"), static_cast<double>(presetIndex(stackPresets(), other->id))});
    if (!chosen->network.empty())
        edit.push_back({&parameter("cluster.interconnect"),
            static_cast<double>(presetIndex(interconnectPresets(), chosen->network))});
    return edit;
}

} // namespace kneepoint
