// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/report_json.h"
#include "model/search/auto_plan.h"

#include <optional>
#include <string>

namespace kneepoint {

struct Analysis;

/// The result of automatic planning, and a sentence about it.
struct PlannedLayout {
    AutoPlanAnswer answer;
    std::string sentence;
};

/// Puts the planned layout in the place of the scenario's own if plan.auto is on, by the rules of the window: the
/// layout depends on the job alone, and one that may not fit must be that much faster. The sentence says how much
/// faster the fastest layout is. `threads`: of the search; 0 means one per CPU.
[[nodiscard]] std::optional<PlannedLayout> planLayout(
    Scenario& s, const Calibration& calibration, unsigned threads = 0);

/// An answer with what differs from the scenario as it was asked for, if anything: `adjusted` and the planned `layout`.
[[nodiscard]] Json withChanges(Json answer, const ScenarioFile& file, const std::optional<PlannedLayout>& planned);
/// The figures of `kneepoint eval`, withChanges().
[[nodiscard]] Json evalJson(const ScenarioFile& file, const Analysis& a, const std::optional<PlannedLayout>& planned);

} // namespace kneepoint
