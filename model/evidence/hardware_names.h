// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/names.h"
#include "model/scenario/choices.h"

#include <algorithm>
#include <span>
#include <string_view>

/// Names of hardware in publications.
namespace kneepoint {

/// The preset of a GPU name in a publication, or an empty id.
[[nodiscard]] std::string_view gpuPresetOf(std::string_view name);
/// The interconnect preset with the efficiency and latency of a network name in a publication, or an empty id; `gbps`
/// is the rate of a NIC.
[[nodiscard]] std::string_view networkPresetOf(std::string_view network, double gbps);

/// GPUs of the NVLink rack that a text names: 72 of "GB200 NVL72 x2"; 0 if it names none.
[[nodiscard]] double rackOf(std::string_view text);
/// GPUs that use one scale-up domain, of a job on `gpus` in boxes of `box` which racks of `rack` connect: a job larger
/// than a rack fills racks, or a power of two of each.
[[nodiscard]] double domainInRack(double gpus, double box, double rack);

/// Index of the entry with this id, 0 if there is none.
template <class Preset> [[nodiscard]] PresetIndex presetIndex(std::span<const Preset> presets, std::string_view id)
{
    const auto found = std::ranges::find(presets, id, [](const Preset& p) { return std::string_view(p.id); });
    return found == presets.end() ? 0 : static_cast<PresetIndex>(found - presets.begin()) + 1;
}

} // namespace kneepoint
