// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/scenario_request.h"
#include "model/catalogue/edit.h"
#include "model/plan/metric_objective.h"
#include "model/search/search.h"

#include <string>
#include <vector>

namespace kneepoint {

/// The options of a search on the command line.
struct SearchOptions {
    std::string objective = "step_s";
    int top = 5;
    std::vector<std::string> pareto, free, fix, limits;
    double headroom = 0; ///< fraction of memory to leave free
    int threads = 0;
    bool exhaustive = false;
    bool alike = false;
    std::string file; ///< with any of the others
};
void addSearchOptions(VerbOptions& options, SearchOptions& read);

/// The options with those of their file, {"objective": "mfu", "top": 5, "pareto": ["step_s", "memory_bytes"],
/// "free": ["plan.zero_stage"], "fix": {"plan.tensor_parallel": [2, 4]}, "limits": ["cost<=2e6"], "headroom": 0.1}:
/// lists are joined, and all other values of the file take precedence.
[[nodiscard]] Result<SearchOptions> withFile(SearchOptions options);

/// The search request for a job, or an error sentence.
[[nodiscard]] Result<SearchRequest> searchRequest(const Scenario& job, const SearchOptions& options);

/// "plan.tensor_parallel=8" as a setting.
[[nodiscard]] Result<Setting> settingOf(std::string_view text);

} // namespace kneepoint
