// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/evidence/measurements.h"
#include "model/evidence/run_software.h"
#include "model/scenario/scenario.h"

#include <string>
#include <vector>

namespace kneepoint {

/// A run that the engine can predict.
struct MeasuredRun {
    std::string id;
    std::string series; ///< of the validation report: "vtrain-multi"
    std::string stack;  ///< preset id
    std::string gpu;    ///< preset id; empty if only its peak is known
    std::string source;
    std::string group; ///< source; all its runs are left out together
    SoftwareKnowledge software = SoftwareKnowledge::measured;
    bool mixture = false;    ///< mixture of experts
    bool cut = false;        ///< the model has fewer layers than the one it is named after
    bool accumulates = true; ///< its software could accumulate gradients over micro-batches
    bool scaling = false;    ///< compute time is taken from the series' own smallest run; only scaling is predicted
    bool gate = true;        ///< false: suspect, reported but neither fitted nor counted
    bool recompute_stated = false; ///< else the scenarios recompute nothing
    bool sharding_stated = false;  ///< else the scenarios shard nothing, unless the software always does
    double step_s = 0;             ///< measured
    /// The scenarios consistent with the source: for every possible shape of the model, every possible layout, small
    /// micro-batches first. A single one if everything is stated.
    std::vector<Scenario> candidates;
};

struct MeasuredRuns {
    std::vector<MeasuredRun> runs;
    std::vector<SkippedRow> skipped;
};

/// The layout of a transformer run, without id and measurement; or why the engine cannot predict it.
[[nodiscard]] Result<MeasuredRun> layoutOf(const RunRecord& run, const Calibration& calibration);

/// What a run's source states of its software: the settings of a candidate that differ from those of its stack.
[[nodiscard]] std::vector<PresetValue> statedOfSoftware(const Scenario& candidate, const Calibration& calibration);

/// Every run as a scenario to predict, or why it cannot be predicted.
[[nodiscard]] MeasuredRuns questionsOf(const Measurements& measurements, const Calibration& calibration);

} // namespace kneepoint
