// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/collective_group.h"
#include "model/catalogue/observed.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"

#include <optional>
#include <vector>

/// Named interconnects for what nccl-tests measured between nodes.
namespace kneepoint {

/// The group of a measured collective; nothing for collectives that the model does not predict, and for groups that no
/// cluster can have.
[[nodiscard]] std::optional<CollectiveGroup> measuredGroup(const MeasuredCurve& curve);

struct NetworkMatch {
    PresetIndex preset = 0;
    double ratio = 1;    ///< its achievable rate per GPU over the measured one
    double distance = 0; ///< of rate and, where small messages were measured, latency; 1 is at the edge of the noise
};

/// Relative spread of the time of long messages around the fitted line, at least the few per cent by which runs on one
/// network differ.
[[nodiscard]] double measurementNoise(const MeasuredCurve& curve);

/// The interconnects whose achievable rate is that of the file's rings, as presets state it too: the highest bus
/// bandwidth of a node over its GPUs, within the noise of the measurement; closest first. Ideal links are never among
/// them. Empty if the file measured nothing between nodes, or no interconnect is as fast.
[[nodiscard]] std::vector<NetworkMatch> matchingNetworks(
    const Scenario& s, const KeptEvidence& file, const Calibration& calibration);

/// Whether the scenario's network is the one that the file measured, unnamed: "Custom".
[[nodiscard]] bool isNetworkOf(const Scenario& s, const KeptEvidence& file);

} // namespace kneepoint
