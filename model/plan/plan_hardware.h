// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/plan/planning.h"

/// The clusters that a plan tries.
namespace kneepoint {

/// GPUs of a node: all, and of a rack-scale domain also the largest power of two.
[[nodiscard]] std::vector<double> nodesOf(const Scenario& job, PresetIndex gpu);

/// Nodes to choose from.
struct Offer {
    PlanHardware hardware;
    PresetIndex network = 0;
    double node = 1; ///< GPUs used of each
};

/// The job on some of them.
[[nodiscard]] Edit hardwareEdit(const PlanQuestion& q, const Offer& offer, double gpus, const Calibration& calibration);

/// GPUs whose costs are at the price of the job's own GPUs, because nobody states theirs.
[[nodiscard]] std::vector<PresetIndex> unpricedGpus(const PlanQuestion& q);

} // namespace kneepoint
