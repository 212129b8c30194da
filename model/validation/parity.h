// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "model/validation/validation.h"

#include <string>
#include <vector>

/// Measured runs and their predictions, for browsing.
namespace kneepoint {

/// A measured run, its prediction, and the texts by which it can be filtered.
struct ParityPoint {
    RowError row;
    std::string gpu;    ///< "A100 SXM 80 GB"
    std::string stack;  ///< "Megatron-LM 2021"
    std::string layout; ///< kinds of model parallelism: "tensor, pipeline"; "data" if there are none
    std::string kind;   ///< see PredictionInterval::kind
    double gpus = 1;
    ScenarioFile scenario; ///< the run as a scenario, in the fastest layout consistent with its source
};

/// Every run that the engine can predict; `leave_out` as in ValidationRequest.
[[nodiscard]] std::vector<ParityPoint> parityPoints(
    const MeasuredRuns& runs, LeaveOut leave_out, const Calibration& calibration);

/// A filter of points; an empty text matches all.
struct ParityFilter {
    std::string series, gpu, stack, layout;
    [[nodiscard]] bool matches(const ParityPoint& point) const;
};

/// The errors of these points together.
[[nodiscard]] ErrorSummary summarize(const std::vector<const ParityPoint*>& points);

/// A summary of a set of points: "184 runs: half are predicted within 4.1 %, 90 % within 11 %; …".
[[nodiscard]] std::string paritySentence(const std::vector<const ParityPoint*>& points);

} // namespace kneepoint
