// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/presets/presets.h"

/// What choosing an entry of a preset library changes in a scenario.
namespace kneepoint {

struct Calibration;

/// Choices for the catalogue: "custom", followed by the library, which is one of presets.h: gpuPresets.
template <auto presets> [[nodiscard]] std::span<const Choice> libraryChoices();

/// Assigns values by parameter id and nothing else.
void applySettings(Scenario& s, std::span<const PresetValue> settings);

/// Stores the index and writes the figures of the library's entry into the scenario, with the constants that the
/// calibration has for it; 0 (custom) keeps the figures. An index outside the library changes nothing.
/// GPU: not the price and not the GPUs per node.
void applyGpu(Scenario& s, PresetIndex index, const Calibration& calibration);
/// Protocol, rate, efficiency and latency of the link.
void applyInterconnect(Scenario& s, PresetIndex index, const Calibration& calibration);
/// Not the batch, the sequence or the precision.
void applyModel(Scenario& s, PresetIndex index);
/// Switches to kernel depth.
void applyStack(Scenario& s, PresetIndex index, const Calibration& calibration);

/// The assumptions of realistic depth: kernels by size, collectives by wire protocol, overlap windows of the software.
void assumeRealistic(Scenario& s);

/// Architecture of an entry of modelPresets(), with the defaults of everything that does not describe a model.
[[nodiscard]] Workload workloadOf(const ModelPreset& p);

} // namespace kneepoint
