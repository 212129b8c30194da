// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/names.h"
#include "model/scenario/choices.h"
#include "model/scenario/presets.h"

#include <algorithm>
#include <string_view>

/// Names of hardware in publications.
namespace kneepoint {

/// The preset of a GPU name in a publication, or an empty id.
[[nodiscard]] std::string_view gpuPresetOf(std::string_view name);
/// The interconnect preset with the efficiency and latency of a network name in a publication, or an empty id; `gbps`
/// is the rate of a NIC.
[[nodiscard]] std::string_view networkPresetOf(std::string_view network, double gbps);

/// Index of the entry with this id, 0 if there is none.
template <class Preset> [[nodiscard]] PresetIndex presetIndex(std::span<const Preset> presets, std::string_view id)
{
    const auto found = std::ranges::find(presets, id, [](const Preset& p) { return std::string_view(p.id); });
    return found == presets.end() ? 0 : static_cast<PresetIndex>(found - presets.begin()) + 1;
}

} // namespace kneepoint
