// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/measurements.h"
#include "model/evidence/run_software.h"
#include "model/scenario/calibration.h"
#include "model/scenario/scenario.h"

#include <span>
#include <string>
#include <vector>

namespace kneepoint {

/// A run that the engine can be asked about.
struct MeasuredRun {
    std::string id;
    std::string series; ///< of the validation report: "vtrain-multi"
    std::string stack;  ///< preset id
    std::string gpu;    ///< preset id; empty where only its peak is known
    std::string source;
    std::string group; ///< what one source measured is left out together
    SoftwareKnowledge software = SoftwareKnowledge::measured;
    bool mixture = false;    ///< mixture of experts
    bool scaling = false;    ///< compute time is taken from the series' own smallest run; only scaling is predicted
    bool gate = true;        ///< false: doubtful, reported but neither fitted nor counted
    double step_s = 0;       ///< measured
    double memory_bytes = 0; ///< measured peak, 0 if not stated
    /// What the source leaves open: every shape of the model, and of each every layout, small micro-batches first. One
    /// where it states all.
    std::vector<Scenario> candidates;
};

struct MeasuredRuns {
    std::vector<MeasuredRun> runs;
    std::vector<SkippedRow> skipped;
};

/// A transformer run's layout, whatever was measured of it, with neither id nor measurement; or why the engine cannot
/// be asked about it.
[[nodiscard]] Result<MeasuredRun> layoutOf(const RunRecord& run, const Calibration& calibration);

/// Every run as a question to the engine, or why it is none.
[[nodiscard]] MeasuredRuns questionsOf(const Measurements& measurements, const Calibration& calibration);

} // namespace kneepoint
