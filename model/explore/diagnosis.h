// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/analysis.h"
#include "model/explore/remedies.h"

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// A cause that costs this scenario something, with proof.
struct Finding {
    Cause cause = Cause::none;
    double severity = 0;       ///< share lost, 0..1: of the step; of the examples (large batch); of the run (failures)
    double step_without_s = 0; ///< the step if the cause were gone; as it is for causes that do not lengthen a step
    Wall wall = Wall::systems;
    std::string sentence;                  ///< what a colleague would say
    std::vector<std::string> evidence;     ///< the numbers behind it, a sentence each
    std::vector<std::string_view> confirm; ///< what to look for in a profile, which command to run
    std::vector<Remedy> remedies;          ///< best first; empty where nothing known helps
};

struct Diagnosis {
    Outcome now;
    std::vector<Finding> causes; ///< worst first; empty: nothing to fix
    std::string sentence;        ///< the verdict in one sentence
};

/// Causes that cost less are not worth naming: 2 % of the step or of the run, 10 % of the examples.
[[nodiscard]] double leastSeverity(Cause cause);

/// Share lost to a cause, however small, and the step without it: re-evaluates the scenario with the cause removed.
struct Loss {
    double severity = 0;
    double step_without_s = 0;
};
[[nodiscard]] Loss lossTo(Cause cause, const Scenario& s, const StepReport& step);

/// Names what costs more than leastSeverity and what helps. Pure; what a window shows beside the charts, computed on
/// its own so that charts need not wait for it.
[[nodiscard]] Diagnosis diagnose(const Analysis& a);

/// The finding's words, without remedies.
[[nodiscard]] std::string causeSentence(Cause cause, const Analysis& a, const Loss& loss);
[[nodiscard]] std::vector<std::string> causeEvidence(Cause cause, const Analysis& a, const Loss& loss);
[[nodiscard]] std::vector<std::string_view> causeConfirmation(Cause cause);

} // namespace kneepoint
