// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

namespace kneepoint {

/// The numbers of a scenario by which an edit is judged.
struct Outcome {
    double step_s = 0;
    double global_batch = 0;
    double efficiency = 1; ///< against the same job on one replica
    double examples_per_s = 0;
    double statistical_efficiency = 1; ///< share of the examples that help
    double goodput = 1;                ///< share of the time that makes progress
    double text = 1;                   ///< share of the tokens that are not padding
    double useful_per_s = 0;           ///< useful examples per second of wall-clock time, without their padding
    double useful_per_dollar = 0;      ///< the same per dollar of GPU time; per GPU-hour if it has no price
    double training_s = 0;
    double cost = 0;         ///< dollars for the run
    double memory_bytes = 0; ///< needed on the fullest GPU
    bool fits = true;
};
[[nodiscard]] Outcome outcome(const Scenario& s, const Calibration& calibration);
/// The same with a known step.
[[nodiscard]] Outcome outcome(const Scenario& s, const StepReport& step, double efficiency);

} // namespace kneepoint
