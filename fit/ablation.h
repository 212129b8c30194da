// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measurements.h"

#include <map>
#include <string>
#include <vector>

namespace kneepoint::fit {

/// Errors of the predicted step times with one model component removed, without refitting: which series depend on it,
/// and how much. MAPE in per cent.
struct Ablation {
    std::string removed; ///< description; empty: nothing removed
    double dense = 0;    ///< dense transformers together
    double summary = 0;  ///< all runs
    std::map<std::string, double> series;
};

/// First the full model, then without each component in turn.
[[nodiscard]] std::vector<Ablation> ablate(const Measurements& measurements, const Calibration& calibration);

struct SeriesLoss {
    std::string series;
    double mape_before = 0, mape_after = 0;
};
/// The series whose error increases most, worst first; only those with an increase of at least one point.
[[nodiscard]] std::vector<SeriesLoss> worstLosses(const Ablation& whole, const Ablation& without, std::size_t most);

} // namespace kneepoint::fit
