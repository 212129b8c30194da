// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measurements.h"
#include "model/scenario/calibration.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint {

/// Errors of the predicted step times without one piece of the model, nothing fitted again: what it is worth, and to
/// whom. MAPE in per cent.
struct Ablation {
    std::string removed; ///< in words; empty: nothing
    double dense = 0;    ///< dense transformers together
    double summary = 0;  ///< all runs
    std::map<std::string, double> series;
};

/// First the model as it is, then without each piece in turn.
[[nodiscard]] std::vector<Ablation> ablate(const Measurements& measurements, const Calibration& calibration);

struct SeriesLoss {
    std::string series;
    double mape_before = 0, mape_after = 0;
};
/// The series that lose most without the piece, worst first; only those that lose at least a point.
[[nodiscard]] std::vector<SeriesLoss> worstLosses(const Ablation& whole, const Ablation& without, std::size_t most);

} // namespace kneepoint
