// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"
#include "model/presets/presets.h"

#include <string_view>

namespace kneepoint {

[[nodiscard]] bool runsOn(const StackPreset& stack, const GpuPreset& gpu);

/// Software for a GPU: what was made for its vendor alone, else the generic software of the same family; null if the
/// library has none.
[[nodiscard]] const StackPreset* softwareFor(const GpuPreset& gpu, std::string_view family);

/// What else changes if a job moves to a GPU: its software, if that does not run there, and its network, if the new
/// chips have one of their own, as TPUs do. Empty if nothing does.
[[nodiscard]] Edit companionsOf(const Scenario& job, PresetIndex gpu);

} // namespace kneepoint
