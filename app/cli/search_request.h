// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/scenario_request.h"
#include "model/plan/metric_objective.h"
#include "model/scenario/edit.h"
#include "model/search/search.h"

#include <string>
#include <vector>

namespace kneepoint {

/// The options of a search as they stand on the command line.
struct SearchOptions {
    std::string objective = "step_s";
    int top = 5;
    std::vector<std::string> pareto, free, fix, limits;
    double headroom = 0; ///< share of memory to leave free
    int threads = 0;
    bool exhaustive = false;
};
void addSearchOptions(VerbOptions& options, SearchOptions& read);

/// What they ask of a job, or the sentence that refuses them.
[[nodiscard]] Result<SearchRequest> searchRequest(const Scenario& job, const SearchOptions& options);

/// "plan.tensor_parallel=8" as a setting.
[[nodiscard]] Result<Setting> settingOf(std::string_view text);

} // namespace kneepoint
