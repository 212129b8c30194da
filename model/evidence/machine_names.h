// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/observed.h"
#include "model/presets/presets.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// The machine that a text names as a word of its own: "ml.p5.48xlarge", "HPE Slingshot (Alps)". With the id of a GPU
/// preset, only machines with this GPU. nullptr if the text names none, or machines with different GPUs.
[[nodiscard]] const MachinePreset* machineNamed(std::string_view text, std::string_view gpu = {});

/// Why machineNamed() has no machine for a name: it has nodes of different GPUs, its GPUs are in no library, or it is
/// not known. One sentence without its full stop.
[[nodiscard]] std::string whyNoMachine(std::string_view text);

/// Line rate of the machine's NICs per GPU in bytes/s, one direction.
[[nodiscard]] double ratePerGpu(const MachinePreset& machine);

/// Settings that name a machine and another GPU or network than it has: the machine is replaced by what it says beside
/// those.
void resolveMachine(std::vector<ObservedSetting>& settings);

} // namespace kneepoint
