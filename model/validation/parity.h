// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_file.h"
#include "model/validation/validation.h"

#include <string>
#include <vector>

/// Measured runs beside their predictions, to be looked through.
namespace kneepoint {

/// A measured run, its prediction, and the words by which people look for it.
struct ParityPoint {
    RowError row;
    std::string gpu;    ///< "A100 SXM 80 GB"
    std::string stack;  ///< "Megatron-LM 2021"
    std::string layout; ///< what is split beside the batch: "tensor, pipeline"; "data" where nothing is
    std::string kind;   ///< as PredictionInterval::kind names it
    double gpus = 1;
    ScenarioFile scenario; ///< the run as a scenario, in the fastest of the layouts that its source leaves open
};

/// Every run that the engine can be asked about; `leave_out` as in ValidationRequest.
[[nodiscard]] std::vector<ParityPoint> parityPoints(
    const MeasuredRuns& runs, LeaveOut leave_out, const Calibration& calibration);

/// Which points are meant; an empty text means all.
struct ParityFilter {
    std::string series, gpu, stack, layout;
    [[nodiscard]] bool takes(const ParityPoint& point) const;
};

/// The errors of these points together.
[[nodiscard]] ErrorSummary summarise(const std::vector<const ParityPoint*>& points);

/// What a set of points shows: "184 runs: half within 4.1 %, nine of ten within 11 %; …".
[[nodiscard]] std::string paritySentence(const std::vector<const ParityPoint*>& points);

} // namespace kneepoint
