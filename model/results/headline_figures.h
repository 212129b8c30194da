// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/metric.h"

#include <array>
#include <string_view>

/// The figures of the headline, in their order: of the window, the report and the interactive page.
namespace kneepoint {

struct HeadlineFigure {
    std::string_view id;
    std::string_view without_tokens; ///< shown instead where a job has no tokens; empty: the same
};

inline constexpr std::array<HeadlineFigure, 7> headline_figures{{{"step_s", ""}, {"tokens_per_s", "examples_per_s"},
    {"mfu", ""}, {"efficiency", ""}, {"knee", ""}, {"training_time_s", ""}, {"cost", ""}}};

/// The figure for this scenario, to which it applies.
[[nodiscard]] const Metric& headlineMetric(const HeadlineFigure& figure, const Scenario& s);

} // namespace kneepoint
