// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/calibration.h"
#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// What an edit is judged by: one scenario in a few numbers.
struct Outcome {
    double step_s = 0;
    double global_batch = 0;
    double efficiency = 1; ///< against the same job on one replica
    double examples_per_s = 0;
    double statistical_efficiency = 1; ///< share of the examples that help
    double goodput = 1;                ///< share of the time that makes progress
    double useful_per_s = 0;           ///< examples that help, per second of wall-clock time
    double useful_per_dollar = 0;      ///< the same for each dollar of GPU time; per GPU-hour where that is free
    double training_s = 0;
    double cost = 0;         ///< dollars for the run
    double memory_bytes = 0; ///< needed on the fullest GPU
    bool fits = true;
};
[[nodiscard]] Outcome outcome(const Scenario& s, const Calibration& calibration);
/// The same where the step is already known.
[[nodiscard]] Outcome outcome(const Scenario& s, const StepReport& step, double efficiency);

} // namespace kneepoint
