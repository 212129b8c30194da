// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/constants/collective_operation.h"
#include "model/evidence/measurements.h"
#include "model/scenario/scenario.h"

#include <string>
#include <vector>

namespace kneepoint {

/// A measured curve that the engine can predict.
struct MeasuredCollective {
    const CollectiveRecord* record = nullptr;
    std::string series;       ///< of the validation report: "collectives-nvlink", "collectives-network"
    std::string campaign;     ///< measurements left out together: same machine, same number of nodes
    std::string gpu, network; ///< presets of the links used; network is empty within a node
    CollectiveOperation operation = CollectiveOperation::all_reduce;
    CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic; ///< that its source asks the library for
    Cluster cluster;
};

struct MeasuredCollectives {
    std::vector<MeasuredCollective> curves;
    std::vector<SkippedRow> skipped;
};
[[nodiscard]] MeasuredCollectives collectiveQuestionsOf(
    const Measurements& measurements, const Calibration& calibration);

} // namespace kneepoint
