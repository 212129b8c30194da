// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/eval_answer.h"

#include <optional>

/// The scenario that a request of the page is about.
namespace kneepoint {

struct PageScenario {
    ScenarioFile file;
    std::optional<PlannedLayout> planned; ///< with automatic planning, as in `kneepoint eval`
};

/// Reads `scenario`, the text of a scenario file named `place`; applies `edit`, the settings of a fix, and `set`, what
/// the reader changes: {"id": …} with a `value`, the `position` of the slider, or a `text`; then plans the layout.
[[nodiscard]] Result<PageScenario> requestedScenario(const Json& request, const Calibration& calibration);

} // namespace kneepoint
