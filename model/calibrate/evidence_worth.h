// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/calibration.h"
#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// How narrow the 90 % interval of a step becomes with some evidence.
struct EvidenceWorth {
    std::string_view id;    ///< "nothing", "collectives", "run", "three-runs"
    std::string_view label; ///< for people: "one run of this job"
    double half_width = 0;  ///< of the logarithm of the step
};

/// From nothing to three runs; evidence that would not narrow the interval is left out. Empty for a calibrated
/// scenario, and for one without an interval. Collectives: at best, as if the factors of both kinds of links were
/// known. Runs of the job itself: with the variance v of the step over the factors before a calibration (priorOf) and
/// r² of single rows, n runs leave v·r²/(r² + n·v) of the first (normal distributions), and the team's scatter stays.
/// Costs about as much as an interval.
[[nodiscard]] std::vector<EvidenceWorth> evidenceWorth(
    const Scenario& s, const StepReport& step, const Calibration& calibration);

/// One line for each piece of evidence: "  nothing measured here  ±52 %", under a heading; empty if there is none.
[[nodiscard]] std::string evidenceLines(const Scenario& s, const StepReport& step, const Calibration& calibration);

/// "90 % interval of the step: ±52 % with nothing measured here, ±18 % with one run of this job …"; empty if there is
/// nothing to win.
[[nodiscard]] std::string evidenceInvitation(const Scenario& s, const StepReport& step, const Calibration& calibration);

} // namespace kneepoint
